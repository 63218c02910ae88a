/* The random playout of Seis dados in C: the yardstick for the compiled Python.
 *
 * The same game (two or three players, the four basic sections), the same way of choosing
 * (uniform among the legal actions, picked by number), the same tables and the same
 * generator as the package, written as one would write it in C. Given the same seed it
 * plays the same games, so the count of decisions must come out the same.
 *
 * usage: seis_dados PLAYERS GAMES SEED   prints: decisions, seconds of the processor, and
 * the sum of the ones that the first player noted
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FACES = 6, DICE = 6, CATEGORIES = 18, JOKERS = 17, ROLLS = 462, PACKED = 1 << 18 };
enum { REROLL = 1 << 18, JOKER = 1 << 19, FREE_REPETITIONS = 2, STARTING_JOKERS = 6 };
enum { FIVE_FACES = 077777, SLOTS = 26 };

/* A slot is one way to note a roll in a category: the first of its values, the second … */
static const uint8_t slots_of[CATEGORIES] = {1, 1, 1, 1, 1, 1, 3, 2, 1, 1, 1, 4, 3, 2, 1, 1, 1, 0};

static int16_t roll_number[FIVE_FACES + 1];
static int32_t choices[12376];
static int16_t choice_start[ROLLS + 1];
static uint8_t slot_category[SLOTS];
static uint32_t category_slots[CATEGORIES];
static uint32_t roll_slots[ROLLS];
static int16_t slot_values[ROLLS][SLOTS];
static int32_t three_dice[4][216];
static uint8_t byte_select[256][8];
static const int32_t die[FACES] = {1, 8, 64, 512, 4096, 32768};

/* --- The categories --- */

static int note(int category, const int *count, int16_t *out)
{
    int found = 0;
    if (category < 6) {
        out[found++] = (int16_t)count[category + 1];
    } else if (category < 11) {
        int size = category - 4;
        for (int face = 1; face <= FACES; face++)
            if (count[face] >= size)
                out[found++] = (int16_t)face;
    } else if (category < 15) {
        int length = category - 8;
        for (int top = length; top <= FACES; top++) {
            int all = 1;
            for (int face = top - length + 1; face <= top; face++)
                all = all && count[face];
            if (all)
                out[found++] = (int16_t)top;
        }
    } else if (category < JOKERS) {
        int sum = 0;
        for (int face = 1; face <= FACES; face++)
            sum += face * count[face];
        out[found++] = (int16_t)sum;
    } else {
        return 0;
    }
    if (found == 0)
        out[found++] = 0;
    return found;
}

/* --- The tables --- */

static int roll_count, choice_count;

static int by_size(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

static void list_choices(const int *count, int face, int32_t packed)
{
    if (face == 0) {
        if (packed)
            choices[choice_count++] = packed;
        return;
    }
    for (int n = 0; n <= count[face]; n++)
        list_choices(count, face - 1, packed + n * die[face - 1]);
}

static void add_roll(const int *count)
{
    int32_t packed = 0;
    for (int face = 1; face <= FACES; face++)
        packed += count[face] * die[face - 1];
    roll_number[packed & FIVE_FACES] = (int16_t)roll_count;
    int first = choice_count, slot = 0;
    choice_start[roll_count] = (int16_t)first;
    list_choices(count, FACES, 0);
    qsort(choices + first, (size_t)(choice_count - first), sizeof *choices, by_size);
    for (int category = 0; category < CATEGORIES; category++) {
        int n = note(category, count, slot_values[roll_count] + slot);
        roll_slots[roll_count] |= ((1u << n) - 1) << slot;
        slot += slots_of[category];
    }
    roll_count++;
}

static void list_rolls(int *count, int face, int left)
{
    if (face == FACES) {
        count[face] = left;
        add_roll(count);
        return;
    }
    for (int n = left; n >= 0; n--) {
        count[face] = n;
        list_rolls(count, face + 1, left - n);
    }
}

static void build_tables(void)
{
    int count[FACES + 1] = {0}, slot = 0;
    for (int category = 0; category < CATEGORIES; category++)
        for (int n = 0; n < slots_of[category]; n++) {
            category_slots[category] |= 1u << slot;
            slot_category[slot++] = (uint8_t)category;
        }
    list_rolls(count, 1, DICE);
    choice_start[ROLLS] = (int16_t)choice_count;
    for (int dice = 1; dice <= 3; dice++)
        for (int number = 0; number < 216; number++)
            for (int i = 0, rest = number; i < 3; i++, rest /= FACES)
                if (i >= 3 - dice)
                    three_dice[dice][number] += die[rest % FACES];
    for (int bits = 0; bits < 256; bits++)
        for (int place = 0, k = 0; place < 8; place++)
            if (bits >> place & 1)
                byte_select[bits][k++] = (uint8_t)place;
}

/* --- The generator --- */

static int64_t rng_state;
static const int64_t MASK = 0x3FFFFFFFFFFFFFFF;

static void seed(uint64_t x)
{
    x &= MASK;
    for (int i = 0; i < 3; i++)
        x = ((x ^ (x >> 31)) * 2685821657736338717u + 1) & MASK;
    rng_state = (int64_t)x;
}

static inline uint64_t random_bits(void)
{
    uint64_t s = ((uint64_t)rng_state * 3202034522624059733u + 1442695040888963407u) & MASK;
    rng_state = (int64_t)s;
    return s >> 22;
}

static inline int64_t below(int64_t n)
{
    return (int64_t)(random_bits() * (uint64_t)n >> 40);
}

static inline int64_t roll_dice(int dice)
{
    uint64_t spread = random_bits() * 216;
    uint64_t others = (spread & 0xFFFFFFFFFF) * 216 >> 40;
    int first = dice < 3 ? dice : 3;
    return three_dice[first][spread >> 40] + three_dice[dice - first][others];
}

/* --- Sets of up to 32 things as bits --- */

/* In each byte, how many things are there and in the bytes below. */
static inline uint32_t running_counts(uint32_t mask)
{
    uint32_t pairs = mask - (mask >> 1 & 0x55555555);
    uint32_t fours = (pairs & 0x33333333) + (pairs >> 2 & 0x33333333);
    return ((fours + (fours >> 4)) & 0x0F0F0F0F) * 0x01010101;
}

static inline int count_of(uint32_t mask)
{
    return (int)(running_counts(mask) >> 24);
}

static inline int pick_bit(uint32_t mask, int64_t k)
{
    uint32_t counts = running_counts(mask);
    uint32_t passed = (((uint32_t)k * 0x010101 | 0x808080) - (counts & 0x7F7F7F)) & 0x808080;
    int base = (int)((passed >> 7) * 0x010101 >> 16 & 3) * 8;
    return base + byte_select[mask >> base & 255][k - (counts << 8 >> base & 255)];
}

/* --- The game --- */

struct state {
    int seats, first, current, to_roll, repetitions, rounds_left;
    int64_t roll, kept;
    uint32_t free[3];
    int jokers[3];
    int16_t noted[3][CATEGORIES];
};

static int64_t assignment(int roll, int slot)
{
    return slot_category[slot] * 512 + slot_values[roll][slot];
}

static int64_t choose(const struct state *s)
{
    int roll = roll_number[s->roll & FIVE_FACES];
    uint32_t slots = s->free[s->current] & roll_slots[roll];
    int64_t repetition = s->repetitions < FREE_REPETITIONS ? REROLL
                         : s->jokers[s->current]           ? JOKER
                                                           : 0;
    if (!repetition)
        return assignment(roll, pick_bit(slots, below(count_of(slots))));
    int64_t first = choice_start[roll], again = choice_start[roll + 1] - first;
    int64_t pick = below(again + count_of(slots));
    if (pick < again)
        return repetition + choices[first + pick];
    return assignment(roll, pick_bit(slots, pick - again));
}

static void begin_turn(struct state *s, int seat)
{
    s->current = seat;
    s->kept = 0;
    s->to_roll = DICE;
    s->repetitions = 0;
}

static long playout(struct state *s)
{
    long decisions = 0;
    s->first = (int)below(s->seats);
    begin_turn(s, s->first);
    for (;;) {
        s->roll = s->kept + roll_dice(s->to_roll);
        int64_t code = choose(s);
        decisions++;
        if (code >= REROLL) {
            int64_t packed = code & (PACKED - 1);
            if (code >= JOKER)
                s->jokers[s->current]--;
            else
                s->repetitions++;
            s->kept = s->roll - packed;
            s->to_roll = (int)(packed % 7);
            continue;
        }
        int category = (int)(code / 512);
        s->noted[s->current][category] = (int16_t)(code & 511);
        s->free[s->current] -= category_slots[category];
        int next = s->current + 1 == s->seats ? 0 : s->current + 1;
        if (next == s->first && --s->rounds_left == 0) {
            for (int seat = 0; seat < s->seats; seat++)
                s->noted[seat][JOKERS] = (int16_t)s->jokers[seat];
            return decisions;
        }
        begin_turn(s, next);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s PLAYERS GAMES SEED\n", argv[0]);
        return 2;
    }
    struct state start = {.seats = atoi(argv[1]), .first = -1, .rounds_left = JOKERS};
    for (int seat = 0; seat < 3; seat++) {
        start.free[seat] = (1u << SLOTS) - 1;
        start.jokers[seat] = STARTING_JOKERS;
    }
    build_tables();
    seed(strtoull(argv[3], NULL, 10));
    long games = atol(argv[2]), decisions = 0, check = 0;
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long game = 0; game < games; game++) {
        struct state s = start;
        decisions += playout(&s);
        check += s.noted[0][0]; /* keeps the compiler from dropping what is noted */
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    printf("%ld %.6f %ld\n", decisions, seconds, check);
    return 0;
}
