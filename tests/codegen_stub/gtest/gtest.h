// The part of googletest that generated files use, for machines that do not have it. Prints a line a failed test.
#pragma once

#include <cmath>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace testing {

struct Test {
  std::string name;
  void (*run)();
};

inline std::vector<Test>& Tests() {
  static std::vector<Test> tests;
  return tests;
}

inline bool& Failed() {
  static bool failed = false;
  return failed;
}

struct Adder {
  Adder(const char* suite, const char* name, void (*run)()) {
    Tests().push_back({std::string(suite) + "." + name, run});
  }
};

// Takes what a failed comparison is told with `<<`.
struct Failure {
  std::ostringstream words;
  explicit Failure(const char* what) { words << what << ": "; }
  ~Failure() {
    Failed() = true;
    std::cerr << words.str() << "\n";
  }
  template <class T>
  Failure& operator<<(const T& word) {
    words << word;
    return *this;
  }
};

struct Ends {
  void operator=(Failure& failure) const { (void)failure; }
  void operator=(Failure&& failure) const { (void)failure; }
};

inline int RunAll() {
  int failed = 0;
  for (const Test& test : Tests()) {
    Failed() = false;
    test.run();
    if (Failed()) std::cout << "FAILED " << test.name << "\n";
    failed += Failed();
  }
  std::cout << Tests().size() << " tests, " << failed << " failed\n";
  return failed != 0;
}

}  // namespace testing

#define TEST(suite, name)                                                                   \
  static void suite##_##name##_run();                                                       \
  static const ::testing::Adder suite##_##name##_adder(#suite, #name, &suite##_##name##_run); \
  static void suite##_##name##_run()

#define METADEF_STUB_EXPECT(holds, words) \
  if (holds) {                            \
  } else                                  \
    ::testing::Ends() = ::testing::Failure(words)
#define METADEF_STUB_ASSERT(holds, words) \
  if (holds) {                            \
  } else                                  \
    return ::testing::Ends() = ::testing::Failure(words)

#define EXPECT_TRUE(holds) METADEF_STUB_EXPECT((holds), #holds)
#define EXPECT_EQ(wanted, got) METADEF_STUB_EXPECT((wanted) == (got), #wanted " == " #got)
#define ASSERT_EQ(wanted, got) METADEF_STUB_ASSERT((wanted) == (got), #wanted " == " #got)
#define EXPECT_NEAR(wanted, got, near) METADEF_STUB_EXPECT(std::fabs((wanted) - (got)) <= (near), #got " near " #wanted)
