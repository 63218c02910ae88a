"""Types of JSON values, and a reader of material that reports errors with their place."""

from cubilete.core.errors import BadMaterial, MaterialPath
from cubilete.core.message import N_

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
JsonObject = dict[str, Json]


def is_whole(value: object) -> bool:
    """True for an integer but not for a boolean, which Python counts as an integer."""
    return isinstance(value, int) and not isinstance(value, bool)


class MaterialReader:
    """Checks the types of material; its errors carry the rule and the place."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def error(self, code: str, place: MaterialPath, template: str, **values: object) -> BadMaterial:
        return BadMaterial(code, self.rule, place, template, **values)

    def wrong_kind(self, place: MaterialPath, template: str) -> BadMaterial:
        return self.error("wrong-kind", place, template, where=spell(place))

    def object(self, value: Json, place: MaterialPath) -> JsonObject:
        if not isinstance(value, dict):
            raise self.wrong_kind(place, N_("{where} must be an object."))
        return value

    def list(self, value: Json, place: MaterialPath) -> list[Json]:
        if not isinstance(value, list):
            raise self.wrong_kind(place, N_("{where} must be a list."))
        return value

    def text(self, value: Json, place: MaterialPath) -> str:
        if not isinstance(value, str):
            raise self.wrong_kind(place, N_("{where} must be a text."))
        return value

    def whole(
        self, value: Json, place: MaterialPath, least: int | None = None, most: int | None = None
    ) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong_kind(place, N_("{where} must be a whole number."))
        if least is not None and value < least:
            raise self.error(
                "too-small",
                place,
                N_("{where}: {value} is less than {least}."),
                where=spell(place),
                value=value,
                least=least,
            )
        if most is not None and value > most:
            raise self.error(
                "too-large",
                place,
                N_("{where}: {value} is more than {most}."),
                where=spell(place),
                value=value,
                most=most,
            )
        return value

    def keys(
        self,
        value: JsonObject,
        place: MaterialPath,
        needed: tuple[str, ...],
        optional: tuple[str, ...] = (),
    ) -> None:
        """Raises if a needed key is missing or a key is unknown."""
        for key in needed:
            if key not in value:
                raise self.error(
                    "missing", place, N_("{where}: {key} is missing."), where=spell(place), key=key
                )
        for key in value:
            if key not in needed and key not in optional:
                raise self.error(
                    "unknown-key",
                    (*place, key),
                    N_("{where}: unknown key {key}."),
                    where=spell(place),
                    key=key,
                )


def spell(place: MaterialPath) -> str:
    """A place as a path: objectives[3].when."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text or "material"
