import { describe, expect, test } from 'vitest';
import type { ClassDecl, FunctionDecl, TemplateParam } from '../../src/core/program/ir.js';
import { lowerFile } from '../../src/core/program/lower/index.js';
import { testParser } from './support/grammar.js';
import { identityView, lowerText, reparsing } from './support/lowering.js';
import { printExpr, printParam } from './support/printIr.js';

const qualified = (decl: { readonly scope: readonly string[]; readonly name: string }): string => [...decl.scope, decl.name].join('::');

function printTemplateParam(param: TemplateParam): string {
  const value = param.defaultType?.text ?? (param.defaultValue && printExpr(param.defaultValue));
  return `${param.type?.text ?? param.kind} ${param.name}${value === undefined ? '' : ` = ${value}`}`;
}

function printFunction(fn: FunctionDecl): string {
  const flags = [fn.isKernel && 'kernel', fn.isDevice && 'device', fn.isStatic && 'static', fn.isConstructor && 'constructor', fn.bodySpan ? false : 'prototype'];
  const template = fn.templateParams.length > 0 ? `<${fn.templateParams.map(printTemplateParam).join(', ')}>` : '';
  const words = flags.filter((flag) => flag !== false).map((flag) => `${flag} `).join('');
  return `${words}${qualified(fn)}${template}(${fn.params.map(printParam).join(', ')}) -> ${fn.returnType.text}`;
}

const functions = async (code: string): Promise<readonly string[]> => (await lowerText(code)).functions.map(printFunction);

async function only(code: string, name: string): Promise<ClassDecl> {
  const found = (await lowerText(code)).classes.find((cls) => cls.name === name);
  if (!found) throw new Error(`No class ${name}`);
  return found;
}

describe('functions', () => {
  test.each([
    ['__global__ void __launch_bounds__(kNum * 32, 1) copy(const int4* __restrict__ src, int (&dst)[4], float row[], const __grid_constant__ Map map) {}',
      'kernel copy(const int4* src, int*& dst, float* row, const Map map) -> void'],
    ['__device__ __forceinline__ auto at(const View& v, int = 0) -> int4* { return v.p; }', 'device at(const View& v, int  = 0) -> int4*'],
    ['static inline const T& pick(T&& a, ...) { return a; }', 'static pick(T& a) -> const T&'],
    ['int4* alloc(void);', 'prototype alloc() -> int4*'],
    ['template <int kN, bool kFast = (kN > 2), typename T = Box<int>, template <class> class C, typename... Ts, int... kDims> void f(Ts... rest) {}',
      'f<int kN, bool kFast = (> kN 2), type T = Box<int>, template C, pack Ts, int kDims>(Ts rest...) -> void'],
    ['template <> void f<3>(int x) {}', 'f(int x) -> void'],
    ['extern "C" __global__ void plain(int n) {}', 'kernel plain(int n) -> void'],
    ['extern "C" { void first(); }', 'prototype first() -> void'],
    ['bool operator==(const A& a, const A& b) { return true; }', 'operator==(const A& a, const A& b) -> bool'],
    ['std::function<void(int)> hook(void (*fn)(int)) { return fn; }', 'hook(void (*fn)(int) fn) -> std::function<void(int)>'],
  ])('%s', async (code, printed) => {
    expect(await functions(code)).toEqual([printed]);
  });

  test('an attribute macro that the view blanks still says that the code is for the device', async () => {
    const isDevice = async (macro: string, rest: string): Promise<boolean | undefined> => {
      const view = { ...identityView(`${macro} ${rest}`), view: `${' '.repeat(macro.length)} ${rest}` };
      return lowerFile('f.cuh', view, reparsing(await testParser(), view.view)).functions[0]?.isDevice;
    };
    expect(await isDevice('BOX_HOST_DEVICE', 'void f() {}')).toBe(true);
    expect(await isDevice('BOX_INLINE', 'DEVICE_INFO device_count() {}')).toBe(false);
  });
});

describe('scopes', () => {
  test('nested, inline and anonymous namespaces', async () => {
    expect(await functions('namespace a::b { void f() {} inline namespace v1 { void g() {} } namespace { void h() {} } } void i() {}'))
      .toEqual(['a::b::f() -> void', 'a::b::g() -> void', 'a::b::h() -> void', 'i() -> void']);
  });

  test('an out-of-line member is its class\'s, with the class\'s template parameters', async () => {
    const { functions: [fn] } = await lowerText('namespace ns { template <class T> template <int kN> T Box<T>::get(int i) const { return p[i]; } }');
    expect(fn && printFunction(fn)).toBe('ns::Box::get<int kN>(int i) -> T');
    expect(fn?.className).toBe('Box');
    expect(fn?.classTemplateParams.map((param) => param.name)).toEqual(['T']);
  });

  test('an out-of-line member of a class template with one template head', async () => {
    const { functions: [fn] } = await lowerText('template <class T> Box<T>::Box(int n) : size(n) {}');
    expect(fn && printFunction(fn)).toBe('constructor Box::Box(int n) -> ');
    expect(fn?.classTemplateParams.map((param) => param.name)).toEqual(['T']);
  });

  test('a function qualified by a namespace of the file is not a member', async () => {
    const { functions: fns } = await lowerText('namespace ns { void f(); } void ns::f() {}');
    expect(fns.map((fn) => [qualified(fn), fn.className])).toEqual([['ns::f', undefined], ['ns::f', undefined]]);
  });
});

describe('classes', () => {
  const box = `
    template <typename T, int kN = 4>
    struct alignas(16) Box final : public Base<T>, private ns::Other {
      static constexpr int kSize = kN * 2;
      T* data = nullptr, second{};
      int shape[kN][2];
      void (*hook)(int);
      union { int as_int; float as_float; };
      explicit __device__ Box(T* p) : Base<T>(p), data(p) { init(); }
      Box(const Box&) = delete;
      ~Box() {}
      template <typename U> __device__ U map(U* p, int r) const { return p[r]; }
      static int count();
      operator bool() const { return data; }
      T& operator[](int i) { return data[i]; }
      enum class Kind : int { kFirst, kThird = 3, kFourth };
      using value_t = T;
      struct Inner { int x; };
      friend bool same(const Box& a) { return true; }
    };`;

  test('fields', async () => {
    const { fields } = await only(box, 'Box');
    expect(fields.map((field) => `${field.isStatic ? 'static ' : ''}${field.type.text} ${field.name}${field.extents.map((e) => `[${e ? printExpr(e) : ''}]`).join('')}${field.init ? ` = ${printExpr(field.init)}` : ''}`)).toEqual([
      'static int kSize = (* kN 2)', 'T* data = null', 'T second = (braces)', 'int shape[kN][2]', 'void (*hook)(int) hook', 'int as_int', 'float as_float',
    ]);
  });

  test('methods', async () => {
    const { methods } = await only(box, 'Box');
    expect(methods.map(printFunction)).toEqual([
      'device constructor Box::Box(T* p) -> ',
      'constructor prototype Box::Box(const Box& ) -> ',
      'Box::~Box() -> ',
      'device Box::map<type U>(U* p, int r) -> U',
      'static prototype Box::count() -> int',
      'Box::operator bool() -> bool',
      'Box::operator[](int i) -> T&',
    ]);
    expect(new Set(methods.map((fn) => `${fn.className ?? ''} ${fn.classTemplateParams.map((param) => param.name).join()}`))).toEqual(new Set(['Box T,kN']));
  });

  test('bases, template parameters, nested classes, aliases and friends', async () => {
    const { classes, aliases, functions: fns } = await lowerText(box);
    const cls = classes.find((c) => c.name === 'Box');
    expect(cls?.bases.map((base) => base.text)).toEqual(['Base<T>', 'ns::Other']);
    expect(cls?.templateParams.map(printTemplateParam)).toEqual(['type T', 'int kN = 4']);
    expect(classes.map(qualified)).toEqual(['Box::Kind', 'Box::Inner', 'Box']);
    expect(aliases.map(qualified)).toEqual(['Box::value_t']);
    expect(fns.map(qualified)).toEqual(['same']);
  });

  test('member initializers', async () => {
    const [constructor] = (await only(box, 'Box')).methods;
    expect(constructor?.body()?.initializers.map(({ field, args }) => `${field}(${args.map(printExpr).join()})`)).toEqual(['Base<T>(p)', 'data(p)']);
  });

  test('a specialisation keeps its arguments', async () => {
    const { classes } = await lowerText('template <int kN> struct Box {}; template <> struct Box<3> { int only; }; template <class T> struct Ptr<T*> {};');
    expect(classes.map((cls) => [cls.name, cls.specialization?.map((arg) => arg.text), cls.templateParams.map((p) => p.name)])).toEqual([
      ['Box', undefined, ['kN']], ['Box', ['3'], []], ['Ptr', ['T*'], ['T']],
    ]);
  });

  test('a struct named by its typedef', async () => {
    const { classes, aliases } = await lowerText('typedef struct { int a; } row_t; typedef struct Tag { int b; } tag_t;');
    expect(classes.map((cls) => cls.name)).toEqual(['row_t', 'Tag']);
    expect(aliases.map((alias) => `${alias.name} = ${alias.type.text}`)).toEqual(['tag_t = Tag']);
  });

  test('mentions and forward declarations define nothing', async () => {
    expect((await lowerText('struct A; template <class T> class B; struct A* make(struct C c);')).classes).toEqual([]);
  });
});

describe('enumerators', () => {
  const values = async (code: string): Promise<readonly string[]> =>
    (await lowerText(code)).variables.map((variable) => `${qualified(variable)}: ${variable.type.text} = ${variable.init ? printExpr(variable.init) : ''}`);

  test('count on from the one before', async () => {
    expect(await values('enum { kA, kB = 0x10, kC, kD = kN * 2, kE };')).toEqual([
      'kA: int = 0', 'kB: int = 16', 'kC: int = 17', 'kD: int = (* kN 2)', 'kE: int = (+ (* kN 2) 1)',
    ]);
  });
  test('of a plain enum are found with and without its name', async () => {
    expect(await values('enum Mode { kFast };')).toEqual(['kFast: Mode = 0', 'Mode::kFast: Mode = 0']);
  });
  test('of an enum class only with it', async () => {
    expect(await values('namespace ns { enum class Mode : int { kFast }; }')).toEqual(['ns::Mode::kFast: Mode = 0']);
  });
});

test('variables and aliases of a namespace', async () => {
  const { variables, aliases } = await lowerText(`
    namespace ns {
    constexpr int kRows = 0x10, kCols[2] = {1, 2};
    extern __constant__ int table[4];
    int Box::shared_count(3);
    template <typename T> inline constexpr bool is_box_v = false;
    using rows_t = std::vector<int4*>;
    template <bool kRdma> using team_t = std::conditional_t<kRdma, World, Local>;
    typedef int (*callback_t)(int);
    }`);
  expect(variables.map((v) => `${qualified(v)} ${v.type.text} ${v.isConstexpr ? 'constexpr ' : ''}${v.init ? printExpr(v.init) : '-'}`)).toEqual([
    'ns::kRows int constexpr 16', 'ns::kCols int constexpr (braces 1 2)', 'ns::table int -', 'ns::Box::shared_count int (braces 3)',
    'ns::is_box_v bool constexpr false',
  ]);
  expect(aliases.map((a) => `${qualified(a)}<${a.templateParams.map((p) => p.name).join()}> = ${a.type.path.join('::')}`)).toEqual([
    'ns::rows_t<> = std::vector', 'ns::team_t<kRdma> = std::conditional_t', 'ns::callback_t<> = ',
  ]);
  expect(aliases[1]?.type.templateArgs.map((arg) => arg.text)).toEqual(['kRdma', 'World', 'Local']);
});

test('declarations survive in a conditional that the preprocessing pass left, and around an error', async () => {
  expect(await functions('#ifndef GUARD\n#define GUARD\nvoid f() {}\n#else\nvoid g() {}\n#endif\n')).toEqual(['f() -> void', 'g() -> void']);
  expect(await functions('void f() {}\n?? ) ;\nvoid g() {}')).toEqual(['f() -> void', 'g() -> void']);
});
