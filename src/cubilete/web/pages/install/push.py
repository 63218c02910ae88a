"""“Tell me when it's my turn”: a browser subscribes, or does not want to be told any more.

The button is part of pages (`push-button.html`); the script sends what the browser's push service
has given it.
"""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from cubilete.host.push.subscriptions import new_subscription
from cubilete.web.http.requests import field, form_of, language_of, person_of, push_of

router = APIRouter(include_in_schema=False)


@router.post("/push")
async def subscribe(request: Request) -> Response:
    form = await form_of(request)
    push = push_of(request)
    subscription = new_subscription(
        field(form, "endpoint"),
        field(form, "p256dh"),
        field(form, "auth"),
        language_of(request),
        loopback=push.loopback,
    )
    await push.subscriptions.keep(person_of(request).owner, subscription)
    return Response(status_code=204)


@router.post("/push/forget")
async def unsubscribe(request: Request) -> Response:
    form = await form_of(request)
    await push_of(request).subscriptions.forget(person_of(request).owner, field(form, "endpoint"))
    return Response(status_code=204)
