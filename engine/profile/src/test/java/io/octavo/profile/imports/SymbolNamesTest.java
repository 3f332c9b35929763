package io.octavo.profile.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link SymbolNames}. */
class SymbolNamesTest {
  @ParameterizedTest
  @CsvSource({
    "a.App$$Lambda/0x0000000800c03000.run, a.App$$Lambda.run",
    "a.App$$Lambda$14/0x0000000800c03000.run, a.App$$Lambda.run",
    "a.App$$Lambda$14/0x00000008.run, a.App$$Lambda.run",
    "a.App$$Lambda$14+0x0000000800c03000.run, a.App$$Lambda.run",
    "a.App$$Lambda.0x0000000800c03000.run, a.App$$Lambda.run",
    "a.App$$Lambda$14/1234567.run, a.App$$Lambda.run",
    "a.App$$Lambda$14.run, a.App$$Lambda.run",
    "a.App$$Lambda$14.1444635922.run, a.App$$Lambda.run",
    "java.lang.invoke.LambdaForm$MH.1444635922.invoke, java.lang.invoke.LambdaForm$MH.invoke",
    "a/App$$Lambda$14.0x00007f1c9c0a1b58.run_[j], a/App$$Lambda.run_[j]",
    "a.A$$Lambda$1/0x1.a$$Lambda$2/0x2, a.A$$Lambda.a$$Lambda",
    "java.lang.invoke.LambdaForm$MH/0x0000000800c03000.invoke, java.lang.invoke.LambdaForm$MH.invoke",
    "java.lang.invoke.LambdaForm$DMH.0x0000000800c03000.invokeStatic, java.lang.invoke.LambdaForm$DMH.invokeStatic",
    "java.lang.invoke.LambdaForm$MH012/1234.invoke, java.lang.invoke.LambdaForm$MH.invoke",
    "jdk.internal.reflect.GeneratedConstructorAccessor12.newInstance, jdk.internal.reflect.GeneratedConstructorAccessor.newInstance",
    "jdk.internal.reflect.GeneratedMethodAccessor7.invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
    "GeneratedSerializationConstructorAccessor1.newInstance, GeneratedSerializationConstructorAccessor.newInstance",
    "com.sun.proxy.$Proxy12.run, com.sun.proxy.$Proxy.run",
    "a.B$$FastClassBySpringCGLIB$$1a2b3c4d.invoke, a.B$$FastClassBySpringCGLIB$$.invoke",
    "a.B$$EnhancerBySpringCGLIB$$1a2b3c4d.run, a.B$$EnhancerBySpringCGLIB$$.run",
    "a.B$$SpringCGLIB$$0.run, a.B$$SpringCGLIB$$.run",
    "a.App$$Lambda$89+0x00007fee40007c28.1172131546.run, a.App$$Lambda.run",
    "java.lang.invoke.LambdaForm$DMH+0x00007fee40007c28.117.invokeStatic, java.lang.invoke.LambdaForm$DMH.invokeStatic",
    "a.App$$TypeSwitch/0x0000000800c03000.typeSwitch, a.App$$TypeSwitch.typeSwitch"
  })
  void generatedNamesLoseTheirNumbers(String name, String normal) {
    assertThat(SymbolNames.normal(name)).isEqualTo(normal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.App.run",
        "a.App$1.run",
        "a.App$Lambda14.run",
        "a.App.lambda$run$0",
        "a.App$$Lambda[lambda$run$0].run",
        "a.Hidden/0x0000000800c03000.run",
        "a.Hidden+0x0000000800c03000.1172131546.run",
        "a.LambdaFormEditor$Transform.run",
        "a.LambdaForm$NamedFunction.invoke",
        "a.GeneratedThing12.run",
        "0x7f1234567890abcd",
        "libfoo.so+0x1f3a",
        "std::vector<int>::push_back(int const&)",
        "Proxy12",
        ""
      })
  void otherNamesStay(String name) {
    assertThat(SymbolNames.normal(name)).isEqualTo(name);
    assertThat(SymbolNames.storable(name)).isSameAs(name);
  }

  @ParameterizedTest
  @CsvSource({
    "a.App$$Lambda.run, a.App.lambda$run$0, a.App$$Lambda[lambda$run$0].run",
    "a/App$$Lambda.run_[j], a/App.lambda$run$0_[i], a/App$$Lambda[lambda$run$0].run_[j]",
    "a.App$$Lambda.run, b.App.stop, a.App$$Lambda[b.App.stop].run",
    "a.App$$Lambda.run, a.App$$Lambda.stop, a.App$$Lambda[a.App$$Lambda.stop].run"
  })
  void aLambdaIsNamedByWhatItCalls(String lambda, String callee, String name) {
    assertThat(SymbolNames.isLambda(lambda)).isTrue();
    assertThat(SymbolNames.lambda(lambda, callee)).isEqualTo(name);
    assertThat(SymbolNames.isLambda(name)).isFalse();
    assertThat(SymbolNames.isLambda(callee)).isEqualTo(callee.contains("$$"));
  }

  @Test
  void longNamesStayDifferent() {
    String begin = "\u20AC".repeat(1_500);
    String one = SymbolNames.storable(begin + "a");
    String other = SymbolNames.storable(begin + "b");

    assertThat(one).startsWith(begin.substring(0, 1_300) + "...#").isNotEqualTo(other);
    assertThat(one.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(4_000);
    assertThat(SymbolNames.storable("x".repeat(4_000))).hasSize(4_000).doesNotContain("#");
    assertThat(SymbolNames.storable("x".repeat(4_001))).contains("...#");
    assertThat(SymbolNames.storable("a\uD800b")).isEqualTo("a?b");
    assertThat(SymbolNames.storable("a\uD83D\uDE00b")).isEqualTo("a\uD83D\uDE00b");
  }
}
