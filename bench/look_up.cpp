// Look-up of operators by name: the perfect hash of the generated C library next to std::unordered_map.
// Prints nanoseconds of CPU time a look-up, of five runs each: C library, with known length, unordered_map.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "metadef/metadef.h"

static double now_ns() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

template <typename Find>
static double one(const std::vector<std::string> &names, Find find) {
  const int rounds = 400;
  std::size_t found = 0;
  const double start = now_ns();
  for (int round = 0; round < rounds; ++round)
    for (const std::string &name : names) found += find(name) != nullptr;
  const double spent = now_ns() - start;
  if (found != names.size() * rounds) std::printf("lost names\n");
  return spent / (static_cast<double>(names.size()) * rounds);
}

int main() {
  std::vector<std::string> names;
  std::unordered_map<std::string, const mdef_op *> map;
  for (std::size_t i = 0; i < mdef_op_count(); ++i) {
    names.push_back(mdef_op_at(i)->name);
    map[names.back()] = mdef_op_at(i);
  }
  std::shuffle(names.begin(), names.end(), std::mt19937(7));
  for (int run = 0; run < 5; ++run) {
    const double plain = one(names, [](const std::string &name) { return mdef_find_op(name.c_str()); });
    const double sized = one(names, [](const std::string &name) { return mdef_find_op_n(name.data(), name.size()); });
    const double peer = one(names, [&](const std::string &name) { return map.find(name)->second; });
    std::printf("%.2f %.2f %.2f\n", plain, sized, peer);
  }
}
