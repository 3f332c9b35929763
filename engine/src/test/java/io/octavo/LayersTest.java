package io.octavo;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.ENUMS;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.RECORDS;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.octavo.ids.ListCheck;
import io.octavo.series.SeriesTreeCheck;
import io.octavo.trace.TraceWriter;
import io.octavo.transaction.TreeType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Imports go down only, and each dangerous thing has one place. */
@AnalyzeClasses(packages = "io.octavo", importOptions = LayersTest.MainClasses.class)
public class LayersTest {
  /** Leaves out the tests of the engine too where they lie in a jar. */
  public static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return new DoNotIncludeTests().includes(location) && !location.contains("-tests.jar");
    }
  }

  private static final String ROOT = "io.octavo";

  private static final int MOST_PARAMETERS = 6;

  private static final Set<String> EXPORTED = exported();

  private static final DescribedPredicate<JavaClass> PUBLIC_API =
      DescribedPredicate.describe("public and exported to all", LayersTest::isApi);

  /** Returns what the modules of the project on the class path export to all. */
  private static Set<String> exported() {
    Set<String> packages = new TreeSet<>();
    try {
      for (URL descriptor : Collections.list(ClassLoader.getSystemResources("module-info.class"))) {
        try (InputStream in = descriptor.openStream()) {
          ModuleDescriptor module = ModuleDescriptor.read(in);
          if (module.name().startsWith(ROOT)) {
            module.exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .forEach(packages::add);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packages;
  }

  private static boolean isApi(JavaClass type) {
    return EXPORTED.contains(type.getPackageName())
        && isPublic(type.getModifiers())
        && type.getEnclosingClass().map(LayersTest::isApi).orElse(true);
  }

  /**
   * The packages below {@code io.octavo}, each with those that it imports. A package stands above
   * what it imports only if it stands behind it here; "octavo" is {@code io.octavo} itself.
   */
  private static final String ROOMS =
      """
      memory:
      packed: memory
      page: memory
      page.longs: memory page
      page.bytes: memory page
      page.tree: memory page page.longs page.bytes
      page.list: memory page
      page.series: memory packed page page.tree
      page.meta: memory page
      page.ring: memory packed page.meta
      page.check: memory packed page page.longs page.bytes page.tree page.list page.series
        page.meta
      error:
      event:
      text:
      file: error event
      trace: packed page.ring error file
      cache: memory page page.tree page.meta page.check error event file
      catalogue: page page.meta error
      snapshot: memory file cache catalogue
      space: memory page page.longs page.bytes page.tree page.check error cache catalogue
        snapshot
      commit: memory page page.tree page.meta page.ring page.check error event file trace cache
        catalogue snapshot space
      tree: memory page page.longs page.bytes page.tree page.meta page.ring error catalogue
        space commit
      codec: error
      view: codec
      transaction: page page.tree page.list page.meta page.ring page.check error event file
        cache catalogue snapshot space commit tree
      map: page page.longs page.bytes page.tree page.meta page.ring error event catalogue commit
        tree codec view transaction
      ids: memory packed page page.longs page.tree page.list page.meta page.ring error event
        codec catalogue space commit tree transaction
      series: packed page page.tree page.series page.meta page.ring page.check error catalogue space
        commit tree transaction
      posting: memory packed page page.bytes page.tree page.meta page.ring page.check error
        catalogue space commit tree transaction map
      collection: page.meta page.ring error file codec commit tree transaction map ids series
        posting
      check: memory page page.longs page.bytes page.tree page.list page.series page.meta
        page.check error file cache catalogue commit transaction ids series collection
      octavo: page.meta page.ring error event file trace cache catalogue snapshot commit tree
        codec view transaction map ids series posting collection check
      index: map octavo codec
      expiry: map octavo codec
      agrona: error tree codec map
      profile.stored: error map
      profile: map ids octavo profile.stored
      profile.exports: profile
      profile.imports: error text map ids octavo profile.stored profile
      salvage: memory packed page page.longs page.bytes page.tree page.list page.series page.meta
        page.ring error file commit transaction map ids series posting collection check octavo
      replay: page.meta file trace space commit tree transaction octavo
      shrink: page page.meta page.ring trace map ids series octavo replay
      command.cli: page page.meta error text file commit octavo
      command.text: packed page page.meta error file codec map series command.cli
      command.collection: packed page page.meta trace error codec transaction map ids series posting collection
        octavo command.cli command.text
      command.data: error map ids octavo salvage command.cli command.text command.collection
      command.load: page page.meta error text map octavo command.cli command.text
        command.collection
      command.parts: memory packed page page.longs page.bytes page.tree page.list page.series
        page.meta page.ring page.check
      command.survey: memory packed page page.bytes page.tree page.list page.series page.meta
        page.check error file catalogue commit transaction collection check octavo command.cli
        command.text command.collection command.parts
      command.demo: page page.tree page.meta error catalogue commit transaction map collection
        check octavo command.cli command.parts command.survey
      command.trace: page.meta page.ring file trace replay shrink command.cli command.text
      command.web: file octavo command.cli command.text
      command.picture: memory page page.bytes page.meta page.check error catalogue commit
        command.cli command.text command.collection command.parts command.survey command.web
      command.profile.view: octavo profile command.cli command.text command.web
      command.profile: page file text ids octavo profile profile.exports profile.imports
        command.cli command.text command.collection command.web command.profile.view
      command.series: page.meta error map series check octavo command.cli command.text
        command.collection command.survey command.web
      command: error file octavo command.cli command.data command.load command.survey
        command.demo command.trace command.picture command.profile command.series
      """;

  @ArchTest
  static void importsGoDown(JavaClasses classes) {
    Map<String, Set<String>> rooms = new LinkedHashMap<>();
    for (String line : ROOMS.replaceAll("\n +", " ").lines().toList()) {
      int colon = line.indexOf(':');
      String room = line.substring(0, colon);
      Set<String> imports =
          Pattern.compile(" ")
              .splitAsStream(line.substring(colon + 1).strip())
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toSet());
      assertThat(rooms.keySet()).as("what stands before " + room).containsAll(imports);
      rooms.put(room, imports);
    }
    Map<String, Set<String>> found = new TreeMap<>();
    for (JavaClass type : classes) {
      Set<String> imports = found.computeIfAbsent(room(type), name -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith(ROOT))
          .map(LayersTest::room)
          .filter(name -> !name.equals(room(type)))
          .forEach(imports::add);
    }
    List<String> wrong =
        found.entrySet().stream()
            .filter(entry -> !entry.getValue().equals(rooms.get(entry.getKey())))
            .map(entry -> entry.getKey() + ": " + String.join(" ", entry.getValue()))
            .toList();
    assertThat(wrong).as("rooms that import something else than their line says").isEmpty();
  }

  /** A record lists what it has, an enum what its constants say, and a flame graph its columns. */
  @ArchTest
  static void constructorsHaveFewParameters(JavaClasses classes) {
    List<String> wrong =
        classes.stream()
            .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
            .filter(type -> !type.getName().equals("io.octavo.profile.FlameGraph"))
            .flatMap(type -> type.getConstructors().stream())
            .filter(constructor -> constructor.getRawParameterTypes().size() > MOST_PARAMETERS)
            .map(JavaConstructor::getFullName)
            .toList();
    assertThat(wrong).as("constructors of more than %d parameters", MOST_PARAMETERS).isEmpty();
  }

  private static String room(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "octavo" : name.substring(ROOT.length() + 1);
  }

  @ArchTest
  static final ArchRule THE_ENGINE_HAS_ONE_DOOR_TO_THE_STORE =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.octavo.replay", "io.octavo.shrink", "io.octavo.agrona")
          .and()
          .doNotHaveFullyQualifiedName(EngineAccess.class.getName())
          .should()
          .dependOnClassesThat()
          .areAssignableTo(EngineAccess.class)
          .because("what a replay does with a store, and buffers with a value, no program needs");

  @ArchTest
  static final ArchRule ONE_PACKAGE_NEEDS_AGRONA =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.agrona")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.agrona..")
          .because("the library runs without it");

  @ArchTest
  static final ArchRule RAW_MEMORY_HAS_ONE_DOOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.memory")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.lang\\.invoke\\.(VarHandle|MethodHandles)(\\$.*)?|sun\\.misc\\.Unsafe"
                  + "|jdk\\.internal\\..*|java\\.lang\\.foreign\\..*")
          .because("one class is enough to review for memory safety");

  @ArchTest
  static final ArchRule CHANNELS_BELONG_TO_FILES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.octavo.file")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.nio.channels..")
          .because("an interrupt closes a channel, and only ChannelFile opens it again");

  private static final Pattern MAKES_THREADS =
      Pattern.compile(
          "java\\.(lang\\.Thread|util\\.Timer)\\.<init>\\(.*"
              + "|java\\.util\\.concurrent\\.\\w*(Executors?|Pool)\\.(<init>|new\\w+)"
              + "\\((?!.*ThreadFactory).*");

  @ArchTest
  static final ArchRule THREADS_ARE_MADE_IN_ONE_PLACE =
      noClasses()
          .that()
          // Shutdown hooks of the command.
          .haveNameNotMatching(
              "io\\.octavo\\.(file\\.StoreThreads|command\\.cli\\.(AtExit|PagedOutput))")
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "makes threads",
                  (JavaAccess<?> access) ->
                      MAKES_THREADS.matcher(access.getTarget().getFullName()).matches()))
          .because("a thread keeps what it inherits from the thread that makes it");

  private static final Pattern BY_NAME =
      Pattern.compile(
          "java\\.lang\\.reflect\\..*"
              + "|java\\.lang\\.Class\\.(forName|newInstance|getResource.*|getEnumConstants)"
              + "|java\\.lang\\.Class\\.get(Declared)?(Method|Field|Constructor|Classe)s?"
              + "|java\\.lang\\.Class\\.get(RecordComponents|PermittedSubclasses|NestMembers)"
              + "|java\\.lang\\.(ClassLoader|Module|ModuleLayer)\\..*"
              + "|java\\.lang\\.invoke\\.MethodHandles\\$Lookup\\..*"
              + "|java\\.util\\.(ServiceLoader|ResourceBundle)\\..*"
              + "|java\\.util\\.concurrent\\.atomic\\.Atomic\\w+FieldUpdater\\.newUpdater"
              + "|java\\.io\\.Object(In|Out)putStream\\..*"
              + "|(java\\.lang\\.management|javax\\.management)\\..*");

  @ArchTest
  static final ArchRule FEW_REACH_OTHERS_BY_NAME =
      noClasses()
          .that()
          .haveNameNotMatching(
              "io\\.octavo\\.(StoreBean|transaction\\.WriterSlot|command\\.web\\.Resources"
                  // What records a JVM needs modules that the others do without.
                  + "|command\\.profile\\.RunningJvm"
                  // Records of users, who name them.
                  + "|codec\\.RecordCodecBuilder"
                  // An enum has its constants in every image.
                  + "|codec\\.Codecs)")
          .should()
          .accessTargetWhere(
              DescribedPredicate.describe(
                  "found by name",
                  (JavaAccess<?> access) ->
                      BY_NAME
                          .matcher(access.getTargetOwner().getName() + "." + access.getName())
                          .matches()))
          .because("a native image lacks what META-INF/native-image does not name");

  @ArchTest
  static final ArchRule STORES_ARE_OPENED_NOT_CONSTRUCTED =
      constructors()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(
              "io.octavo",
              "io.octavo.agrona",
              "io.octavo.codec",
              "io.octavo.expiry",
              "io.octavo.index",
              "io.octavo.profile",
              "io.octavo.profile.exports",
              "io.octavo.profile.imports",
              "io.octavo.replay")
          .and()
          .areDeclaredInClassesThat()
          .areTopLevelClasses()
          .and()
          .areDeclaredInClassesThat(not(RECORDS).and(not(ENUMS)))
          .should()
          .notBePublic()
          .because("a public constructor is a promise that cannot be taken back");

  /** What javac looks at by -Xlint:exports, except for annotations. */
  @ArchTest
  static final ArchRule THE_API_NAMES_NOTHING_ELSE =
      classes()
          .that(are(PUBLIC_API))
          .and()
          // Not for users, who record by StoreOptions.recordTo and replay by TraceReplay.
          .doNotBelongToAnyOf(
              TraceWriter.class, EngineAccess.class, ListCheck.class, SeriesTreeCheck.class)
          .and()
          // What the store knows of a type of collections.
          .areNotAssignableTo(TreeType.class)
          .should(
              new ArchCondition<>("name types of the API and of the JDK only") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  named(item)
                      .filter(
                          not(PUBLIC_API)
                              .and(not(resideInAnyPackage("java..", "javax..", "jdk.jfr.."))))
                      // Its users have Agrona.
                      .filter(
                          type ->
                              !item.getPackageName().equals("io.octavo.agrona")
                                  || !type.getPackageName().startsWith("org.agrona"))
                      .forEach(
                          hidden ->
                              events.add(
                                  SimpleConditionEvent.violated(
                                      item, item.getName() + " names " + hidden.getName())));
                }
              })
          .because("users cannot write the name of a type that is not exported");

  @ArchTest
  static final ArchRule PACKAGES_ARE_NAMED_FOR_WHAT_THEY_HOLD =
      noClasses()
          .should()
          .resideInAnyPackage("..internal..", "..impl..", "..util..", "..utils..", "..common..")
          .because("such a name says nothing about what belongs there");

  private static Stream<JavaClass> named(JavaClass api) {
    Stream<JavaType> types =
        api.getMembers().stream()
            .filter(member -> isPublic(member.getModifiers()))
            // Each event is done by the store alone.
            .filter(member -> !member.getName().equals("doBy"))
            .flatMap(LayersTest::types);
    Stream<JavaType> parents =
        Stream.concat(api.getSuperclass().stream(), api.getInterfaces().stream())
            // What is inherited from a class that is not public is seen in its heirs.
            .filter(parent -> isPublic(parent.toErasure().getModifiers()));
    return Stream.of(types, parents, bounds(api.getTypeParameters()))
        .flatMap(each -> each)
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(type -> !type.isPrimitive());
  }

  private static Stream<JavaType> types(JavaMember member) {
    if (member instanceof JavaCodeUnit unit) {
      return Stream.of(
              Stream.of(unit.getReturnType()),
              unit.getParameterTypes().stream(),
              unit.getExceptionTypes().stream(),
              bounds(unit.getTypeParameters()))
          .flatMap(each -> each);
    }
    return Stream.of(((JavaField) member).getType());
  }

  private static Stream<JavaType> bounds(List<? extends JavaTypeVariable<?>> variables) {
    return variables.stream().flatMap(variable -> variable.getUpperBounds().stream());
  }

  private static boolean isPublic(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }
}
