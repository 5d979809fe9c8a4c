/// <reference path="../../../../src/decisions/dmn-moddle.d.ts" />
/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDecisions } from '../../../../src/decisions/check.ts'
import * as edits from './edits.ts'
import { partsOf } from './table.ts'
import { fromText, spelled, toText } from './values.ts'

const FILE = 'solutions/service-desk/workspaces/service_desk/decisions/reply_time.dmn'
const demo = readFileSync(join(import.meta.dirname, '../../../..', FILE), 'utf8')
/** As other tools write it: with a prefix, CDATA, comments, on few lines. */
const other = `<dmn:definitions xmlns:dmn="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n">
  <!-- <rule id="no"> --><dmn:inputData id="age" name="age" />
  <dmn:decision id="fee" name="fee"><dmn:informationRequirement id="q"><dmn:requiredInput href="#age"/></dmn:informationRequirement><dmn:decisionTable id="t"><dmn:input id="i"><dmn:inputExpression id="e"><dmn:text>age</dmn:text></dmn:inputExpression></dmn:input><dmn:output id="o" name="fee"/><dmn:rule id="r1"><dmn:inputEntry id="c1"><dmn:text><![CDATA[< 18]]></dmn:text></dmn:inputEntry><dmn:outputEntry id="c2"><dmn:text>0</dmn:text></dmn:outputEntry></dmn:rule></dmn:decisionTable></dmn:decision>
</dmn:definitions>`

const grid = (text: string) => {
  const [table] = partsOf(text).tables
  return table?.rules.map(({ when, results }) => [...when, ...results].map((cell) => cell.text))
}

const COLUMN = { label: 'Kind & size', name: 'kind', type: 'string' }

/** Every edit, and what the grid of the other text is after it. */
const EDITS: [name: string, edit: edits.TableEdit, after: string[][]][] = [
  [
    'a cell',
    edits.setCell({ row: 0, part: 'when', column: 0 }, '< 16 & "a"'),
    [['< 16 & "a"', '0']],
  ],
  [
    'a rule',
    edits.addRule(0),
    [
      ['< 18', '0'],
      ['-', ''],
    ],
  ],
  [
    'a first rule',
    edits.addRule(-1),
    [
      ['-', ''],
      ['< 18', '0'],
    ],
  ],
  [
    'a copy of a rule',
    edits.copyRule(0),
    [
      ['< 18', '0'],
      ['< 18', '0'],
    ],
  ],
  ['no rule', edits.removeRule(0), []],
  ['an input', edits.addInput(COLUMN), [['< 18', '-', '0']]],
  ['an output', edits.addOutput({ ...COLUMN, name: 'why' }), [['< 18', '0', '']]],
  ['no input', edits.removeColumn('inputs', 0), [['0']]],
  ['a hit policy', edits.setHitPolicy('COLLECT SUM'), [['< 18', '0']]],
]

test.each(EDITS)('%s is written, and everything else keeps its text', (_, edit, after) => {
  for (const text of [demo, other]) {
    const edited = edits.editTable(text, 0, edit)
    const kept = text.split('\n').filter((line) => edited.includes(line.trim()))
    // Two cells of the largest edit of the demo: a rule has a line for each.
    expect(text.split('\n').length - kept.length).toBeLessThan(14)
    expect(edited).not.toBe(text)
  }
  expect(grid(edits.editTable(other, 0, edit))).toEqual(after)
})

test('what was edited is a decision that the server takes', async () => {
  const steps = [
    edits.addInput(COLUMN),
    edits.addRule(3),
    edits.setCell({ row: 4, part: 'when', column: 2 }, '"large"'),
    edits.setCell({ row: 4, part: 'results', column: 0 }, '"now"'),
    edits.swapRules(4, 0),
    edits.removeRule(4),
  ]
  const text = steps.reduce((written, edit) => edits.editTable(written, 0, edit), demo)

  const { problems, failures } = await checkDecisions(text, {
    cases: [
      {
        given: { priority: 'low', asked: 1, kind: 'large' },
        expect: { within: 'now', reason: null },
        rules: [1],
      },
    ],
  })
  expect({ problems, failures }).toEqual({ problems: [], failures: [] })
  expect(partsOf(text).inputs.map(({ name }) => name)).toEqual(['priority', 'asked', 'kind'])
})

/** What is declared, and what a table in it requires after it got a column of that name. */
const DECLARED: [name: string, declared: string, requirements: RegExp[]][] = [
  ['base', '<decision id="b" name="base"/>', [/<requiredDecision href="#b" \/>/]],
  ['rate', '<businessKnowledgeModel id="r" name="rate"/>', [/<requiredKnowledge href="#r" \/>/]],
  ['size', '<inputData id="s" name="size"/>', [/<requiredInput href="#s" \/>/]],
  ['fee', '', []],
  ['new', '', [/<requiredInput href="#new" \/>/]],
]

test.each(DECLARED)('a column of %s requires what has that name, once', (name, declared, found) => {
  const table = (id: string) =>
    `<decisionTable id="${id}"><output id="o${id}" name="x"/></decisionTable>`
  const text = `<definitions>${declared}<decision id="f" name="fee"><context><contextEntry>${table('t')}</contextEntry></context></decision><businessKnowledgeModel id="m" name="m"><encapsulatedLogic>${table('u')}</encapsulatedLogic></businessKnowledgeModel></definitions>`
  const add = edits.addInput({ label: '', name, type: '' })
  const once = edits.editTable(text, 0, add)
  const required = (given: string) =>
    [...given.matchAll(/<required\w+ [^>]*>/g)].map(([all]) => all)
  expect(required(once)).toEqual(found.map((each) => expect.stringMatching(each)))
  expect(required(edits.editTable(once, 0, add))).toEqual(required(once))
  // A function has parameters instead.
  expect(required(edits.editTable(text, 1, add))).toEqual([])
  expect(once.match(/<inputData/g) ?? []).toHaveLength(
    /inputData/.test(declared) || name === 'new' ? 1 : 0,
  )
})

test('a copied rule keeps all that is written in it, under ids of its own', () => {
  const text = other
    .replace(
      '<dmn:inputEntry id="c1">',
      '<dmn:description>a id="c1"</dmn:description>$&<!-- why -->',
    )
    .replace('<![CDATA[', '<!-- adults -->$&')
  const copied = edits.editTable(text, 0, edits.copyRule(0))
  const ids = [...copied.matchAll(/<[^<>]*\sid="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(copied.match(/a id="c1"<.*?<!-- why -->.*?<!-- adults -->/g)).toHaveLength(2)
  expect(grid(copied)).toEqual([
    ['< 18', '0'],
    ['< 18', '0'],
  ])
})

test('an id is not used again for something else', () => {
  const add = (text: string) => edits.editTable(text, 0, edits.addRule(0))
  const idOf = (text: string) => partsOf(text).tables[0]?.rules[1]?.id
  expect(idOf(add(other))).not.toBe(idOf(add(other)))
})

test('values of cases come back as they were meant', () => {
  expect(
    ['1', '10.50', '1.0', '"1.0"', 'a ', '12345678901234567890', '1e999'].map(fromText),
  ).toEqual([1, 10.5, 1, '1.0', 'a ', '12345678901234567890', '1e999'])
  expect([1, '1', '1.0', 'a', '', null].map(toText)).toEqual(['1', '"1"', '"1.0"', 'a', '""', ''])
  expect(spelled('{"a": 1.0}')).toBe('{"a":1}')
})

test('a rule that is added and taken away leaves the text as it was', () => {
  const added = edits.editTable(demo, 0, edits.addRule(1))
  expect(edits.editTable(added, 0, edits.removeRule(2))).toBe(demo)
  const column = edits.editTable(demo, 0, edits.addOutput(COLUMN))
  expect(edits.editTable(column, 0, edits.removeColumn('outputs', 2))).toBe(demo)
})

test('whatever is no XML is left alone', () => {
  for (const text of ['', '<', '<a><b', 'x < y', '</a>', '<decisionTable>']) {
    for (const [, edit] of EDITS)
      expect(edits.editTable(text, 0, edit)).toBe(
        text === '<decisionTable>' ? edits.editTable(text, 0, edit) : text,
      )
  }
})
