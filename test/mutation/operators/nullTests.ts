/** Faults in how null is tested, and in what carries the data where there is no address. */
import { callsIn, functionOf, functionsOf, isParameter, mentions, of, type Call, type Code, type Node } from '../code.js';
import { drop, replace, together, wrap, type Change, type Operator } from '../operator.js';
import { isMaybeNull, isNeverNull, isOneSided, nullTestsOf, rankOf, statementOf, translatedVariables, type NullTest } from '../pointers.js';

const guards = (code: Code): readonly NullTest[] => nullTestsOf(code).filter((test) => test.guards);

/** `if (p) a; else b;` becomes `a`, an exit for null goes; a test among others becomes a constant. */
function withoutTest(code: Code, test: NullTest): Change {
  const { statement, condition, atom, says, alone, declares } = test;
  if (declares !== undefined) return replace(code, condition, `${condition.text}; true`);
  const hasInit = condition.parent?.childForFieldName('initializer') != null;
  if (!alone || hasInit) return replace(code, atom, String(says === 'present'));
  if (says === 'present') return keepOnly(code, statement, test.present);
  return statement.childForFieldName('alternative') ? keepOnly(code, statement, test.present) : drop(code, statement);
}

function keepOnly(code: Code, statement: Node, kept: readonly Node[]): Change {
  const place = code.place(statement);
  const inner = kept[0] && code.place(kept[0]);
  return place && inner ? [{ start: place.start, end: inner.start, text: '' }, { start: inner.end, end: place.end, text: '' }] : [];
}

function inverted(code: Code, { condition, atom, declares }: NullTest): Change {
  if (declares !== undefined) return replace(code, condition, `${condition.text}; ${declares} == nullptr`);
  const operator = atom.childForFieldName('operator');
  if (operator?.text === '!=') return replace(code, operator, '==');
  if (operator?.text === '==') return replace(code, operator, '!=');
  return atom.type === 'unary_expression' ? replace(code, operator ?? atom, '') : wrap(code, atom, 'not ', '');
}

/** Loads are left out: the rule speaks of data that is lost, not of data that is not fetched. */
const sends = (call: Call): boolean => isOneSided(call) && !/get/u.test(call.name);

const isSent = (node: Node): boolean => callsIn(node).some(sends);

/** A null path that also copies the data elsewhere may leave the rest to somebody else. */
const isLost = (code: Code, test: NullTest): boolean => test.absent.some(isSent) && !test.absent.some((node) => callsIn(node).some(({ name }) => code.wrappers.get(name)?.startsWith('cp.async.bulk.global')));

/** Statements of the null path that send or fetch by NIC. */
const sendsOf = (nodes: readonly Node[]): readonly Node[] =>
  nodes.flatMap((node) => callsIn(node).filter(sends).flatMap(({ node: call }) => statementOf(call) ?? []));

/** Of ranks that are parameters: a loop over all ranks that sends each to the next one still reaches nearly all. */
function rankChanged(code: Code, test: NullTest): Change {
  const fn = functionOf(test.statement);
  const ranks = test.absent.flatMap((node) => callsIn(node).filter(sends).flatMap((call) => rankOf(call) ?? []));
  if (!fn || ranks.some((rank) => !isParameter(fn, rank))) return [];
  return together(...ranks.map((rank) => wrap(code, rank, '(', ') + 1')));
}

export const nullTestOperators: readonly Operator[] = [
  { name: 'drop-null-test', rule: 'pointer.unchecked', changes: (code) => guards(code).map((test) => withoutTest(code, test)) },
  { name: 'invert-null-test', rule: 'pointer.always-null', changes: (code) => guards(code).map((test) => inverted(code, test)) },
  {
    name: 'drop-fallback', rule: 'pointer.no-fallback',
    changes: (code) => nullTestsOf(code).filter((test) => isLost(code, test)).map((test) =>
      together(...sendsOf(test.absent).map((statement) => (statement.type === 'return_statement' ? replace(code, statement, 'return;') : drop(code, statement))))),
  },
  { name: 'fallback-for-another-rank', rule: 'pointer.no-fallback', changes: (code) => nullTestsOf(code).filter((test) => isLost(code, test)).map((test) => rankChanged(code, test)) },
  {
    // The fallback is compiled in for the topology that needs none. An arm that also leaves is a null test, and of other operators.
    name: 'fallback-in-the-other-instantiation', rule: 'pointer.no-fallback',
    changes: (code) => of(code.root, 'if_statement').filter((node) => /^if\s+constexpr/u.test(node.text)).flatMap((node) => {
      const value = node.childForFieldName('condition')?.childForFieldName('value');
      const arm = node.childForFieldName('consequence');
      const isNegative = value?.type === 'unary_expression' && node.childForFieldName('alternative') === null;
      return isNegative && arm && isSent(arm) && of(arm, 'return_statement').length === 0 && callsIn(code.root).some((call) => isMaybeNull(code, call)) ? [replace(code, value.childForFieldName('operator') ?? value, '')] : [];
    }),
  },
  {
    name: 'test-what-is-never-null', rule: 'pointer.redundant-check',
    changes: (code) => functionsOf(code).flatMap((fn) => translatedVariables(fn).filter(({ call }) => isNeverNull(call)).flatMap(({ name, declaration }) => {
      const uses = of(fn, 'expression_statement').filter((node) => node.startIndex > declaration.endIndex && mentions(node, name));
      return uses.slice(0, 1).map((use) => wrap(code, use, `if (${name} != nullptr) `, ''));
    })),
  },
  ...(['rank', 'team'] as const).map((what): Operator => ({
    name: `guard-of-another-${what}`, rule: 'pointer.guard-mismatch',
    changes: (code) => functionsOf(code).flatMap((fn) => {
      const calls = callsIn(fn);
      return calls.filter(({ name }) => name === 'is_nvlink_accessible').flatMap(({ node, templateArgs, args: [rank] }) => {
        const pointer = calls.find((call) => isMaybeNull(code, call) && rankOf(call)?.text === rank?.text && call.templateArgs === templateArgs);
        const team = of(node, 'template_argument_list')[0];
        if (!pointer || !rank || !team) return [];
        return [what === 'rank' ? wrap(code, rank, '', ' + 1') : replace(code, team, '<ncclTeamTagLsa>')];
      });
    }),
  })),
  {
    name: 'offset-before-the-test', rule: 'pointer.offset-before-test',
    changes: (code) => {
      const tested = nullTestsOf(code);
      return functionsOf(code).flatMap((fn) => translatedVariables(fn).flatMap(({ name, type, value, call }) => {
        const isTyped = !/void/u.test(type) && !(type.includes('auto') && /void/u.test(fn.text.slice(0, fn.text.indexOf('{'))));
        const isTested = tested.some(({ statement, atom, alone }) => alone && statement.startIndex >= fn.startIndex && statement.endIndex <= fn.endIndex && (atom.text === name || mentions(atom, name)) && !/\bbool\b/u.test(atom.text));
        return isTyped && isTested && isMaybeNull(code, call) ? [wrap(code, value, '', call.name === 'peer_address' ? ' + 16' : ' + 1')] : [];
      }));
    },
  },
];

