/* Judges calls read from standard input, one token after another, and prints the verdicts of each on a line.
 *
 *   op NAME                    begins a call; NAME, like every text, is hexadecimal digits after an `x`
 *   in COUNT {DTYPE RANK SIZE...}   the next input port; rank -1 has no sizes
 *   arg NAME VALUE             an attribute
 *   check                      judges: prints `verdict:at:index:member` for each problem, or `ok`
 *   say                        the same in words, a line each
 *
 * VALUE: I n | F hexfloat | B 0-or-1 | T dtype | S text | Y text | X | N | i count n... | f count x... | l count VALUE...
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metadef/metadef.h"

#define MOST_PORTS 20000
#define MOST_ARGS 20000
#define ARENA (64u << 20)

static unsigned char *arena;
static size_t arena_used;
static mdef_input inputs[MOST_PORTS];
static mdef_arg args[MOST_ARGS];
static mdef_problem problems[64];

static void *room(size_t size) {
  void *at = arena + arena_used;
  arena_used += (size + 15) & ~(size_t)15;
  if (arena_used > ARENA) exit(3);
  return at;
}

static char *word(void) {
  static char buffer[1 << 20];
  if (scanf("%1048575s", buffer) != 1) exit(0);
  return buffer;
}

static int64_t integer(void) { return (int64_t)strtoll(word(), NULL, 10); }

static char *text(size_t *size) {
  const char *digits = word() + 1;
  char *out, pair[3] = {0, 0, 0};
  size_t i;
  *size = strlen(digits) / 2;
  out = (char *)room(*size + 1);
  for (i = 0; i < *size; ++i) {
    pair[0] = digits[2 * i];
    pair[1] = digits[2 * i + 1];
    out[i] = (char)strtoul(pair, NULL, 16);
  }
  out[*size] = 0;
  return out;
}

static mdef_value value(void) {
  const char kind = *word();
  size_t size, i;
  switch (kind) {
    case 'I':
      return mdef_int(integer());
    case 'F':
      return mdef_float(strtod(word(), NULL));
    case 'B':
      return mdef_bool((int)integer());
    case 'T':
      return mdef_type((int32_t)integer());
    case 'S': {
      const char *s = text(&size);
      return mdef_string_n(s, size);
    }
    case 'Y': {
      const char *s = text(&size);
      return mdef_bytes(s, size);
    }
    case 'X':
      return mdef_make_value(MDEF_TENSOR, 0, 0, 0.0, NULL);
    case 'N':
      return mdef_make_value(MDEF_NAMED, 0, 0, 0.0, NULL);
    case 'i': {
      int64_t *items;
      size = (size_t)integer();
      items = (int64_t *)room(size * sizeof *items);
      for (i = 0; i < size; ++i) items[i] = integer();
      return mdef_ints(items, size);
    }
    case 'f': {
      double *items;
      size = (size_t)integer();
      items = (double *)room(size * sizeof *items);
      for (i = 0; i < size; ++i) items[i] = strtod(word(), NULL);
      return mdef_floats(items, size);
    }
    case 'l': {
      mdef_value *items;
      size = (size_t)integer();
      items = (mdef_value *)room(size * sizeof *items);
      for (i = 0; i < size; ++i) items[i] = value();
      return mdef_list(items, size);
    }
    default:
      exit(4);
  }
}

static void input(mdef_input *out) {
  size_t i;
  int64_t axis;
  mdef_tensor *tensors;
  int64_t *dims;
  out->count = (size_t)integer();
  tensors = (mdef_tensor *)room(out->count * sizeof *tensors);
  for (i = 0; i < out->count; ++i) {
    tensors[i].dtype = (int32_t)integer();
    tensors[i].rank = (int32_t)integer();
    dims = (int64_t *)room((size_t)(tensors[i].rank > 0 ? tensors[i].rank : 0) * sizeof *dims);
    for (axis = 0; axis < tensors[i].rank; ++axis) dims[axis] = integer();
    tensors[i].dims = dims;
  }
  out->tensors = tensors;
}

int main(void) {
  const mdef_op *op = NULL;
  size_t input_count = 0, arg_count = 0, size, i, found;
  mdef_report report = {problems, sizeof problems / sizeof problems[0], 0};
  arena = (unsigned char *)malloc(ARENA);
  if (arena == NULL) return 2;
  for (;;) {
    const char *command = word();
    if (strcmp(command, "op") == 0) {
      arena_used = input_count = arg_count = 0;
      op = mdef_find_op(text(&size));
    } else if (strcmp(command, "in") == 0) {
      if (input_count == MOST_PORTS) return 3;
      input(&inputs[input_count++]);
    } else if (strcmp(command, "arg") == 0) {
      if (arg_count == MOST_ARGS) return 3;
      args[arg_count].name = text(&size);
      args[arg_count++].value = value();
    } else {
      const int words = strcmp(command, "say") == 0;
      found = mdef_check_call(op, inputs, input_count, args, arg_count, &report);
      for (i = 0; i < found && i < report.capacity; ++i) {
        char line[400];
        if (words) {
          mdef_describe(op, args, &problems[i], line, sizeof line);
          printf("%s %s\n", mdef_verdict_code(problems[i].verdict), line);
        } else {
          printf("%s%d:%d:%d:%d", i ? " " : "", (int)problems[i].verdict, (int)problems[i].at, (int)problems[i].index,
                 (int)problems[i].member);
        }
      }
      if (!words) puts(found ? "" : "ok");
    }
  }
}
