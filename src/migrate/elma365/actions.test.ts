import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  field,
  linesOf,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from '../../../test/elma365.ts'
import { compile } from '../../engine/compile.ts'

const { migrate, problemsIn } = await migrationFolder()

const DESK = 'ext_7d4c9a52-8f0e-4d56-9a3f-2b1c0d9e8f71'
const ofDesk = (code: string, body: object) => ({
  path: `entities/ca/${DESK}/${code}_activity.json`,
  body: { __name: code, namespace: DESK, code, ...body },
})
const straight = (namespace: string, code: string, more: object = {}, item?: object) =>
  processEntity(namespace, code, {
    items: [
      { id: START, type: 'start' },
      ...(item ? [{ id: 'step', type: 'ca', ...item }] : []),
      { id: 'end', type: 'end' },
    ],
    transitions: item
      ? [
          { id: 'a', from: START, to: 'step' },
          { id: 'b', from: 'step', to: 'end' },
        ]
      : [{ id: 'a', from: START, to: 'end' }],
    ...more,
  })

test('functions that are only in a comment are none', async () => {
  const comment = `/**
What a script may have
\tasync function action(): Promise<void>;
\tasync function check(): Promise<boolean>;
\tasync function callback(req: HTTPRequest): Promise<void>;
**/
`
  const type = [{ code: 'script' }]
  const migrated = await migrate({
    services: {
      processor: [
        ofDesk('usual', { type, data: { scripts: `${comment}async function action() {}` } }),
        ofDesk('empty', { type, data: { scripts: comment } }),
        ofDesk('helped', {
          type,
          data: {
            scripts: 'async function action() { check() }\nfunction check() {}',
            execution: [{ code: 'sync' }],
          },
        }),
      ],
    },
  })

  expect(await problemsIn(migrated)).toEqual([])
  const told = linesOf(migrated).filter((line) => line.startsWith('by hand'))
  expect(told).toEqual([expect.stringMatching(/\/empty: url: the action needs the address/)])
})

test('a step with an action that calls a process calls the process', async () => {
  const bind = (source: string, target: string) => ({
    source: { kind: 'context', value: source },
    target: { kind: 'context', value: target },
  })
  const settings = {
    ...{ namespace: DESK, code: 'wait_for_it' },
    ...{ input: [bind('title', 'text')], output: [bind('answer', 'found')] },
  }
  const context = ['title', 'answer'].map((code) => field(code, 'STRING'))
  const migrated = await migrate({
    services: {
      processor: [
        ofDesk('wait_for_it', {
          ...{ type: [{ code: 'process' }], async: true },
          data: { code: 'waiting', scripts: '', version: 1 },
        }),
        ofDesk('gone', { type: [{ code: 'process' }], data: { code: 'nowhere' } }),
        straight(DESK, 'waiting', {
          context: [field('text', 'STRING'), field('found', 'STRING')],
        }),
        straight('hr', 'asking', { context }, { settings }),
      ],
    },
  })

  expect(await problemsIn(migrated)).toEqual([])
  const { model } = await compile(textOf(migrated, 'workspaces/hr/processes/asking.bpmn') ?? '')
  expect(model?.nodes.e_step).toMatchObject({
    ...{ type: 'call', called: expect.stringMatching(/^ext_.*\/waiting$/) },
    mappings: [
      { direction: 'in', source: 'title', target: 'text' },
      { direction: 'out', source: 'found', target: 'answer' },
    ],
  })
  const lines = linesOf(migrated).map((line) => line.replaceAll(DESK, 'ext_'))
  expect(lines).toEqual([
    'by hand custom_activity ext_/gone: url: the action needs the address of a program that carries it out',
    'changed custom_activity ext_/wait_for_it: action: it is a call of the process "waiting": steps call the process itself',
  ])
})

test.each([
  ['5', { check: 'check', every: 'PT5S' }, 'every 5 seconds'],
  ['', { check: 'check' }, 'every minute'],
])('an action with a check every "%s" comes with it', async (checkInterval, check, often) => {
  const scripts = 'async function action() {}\nasync function check() { return true }'
  const migrated = await migrate({
    services: {
      processor: [
        ofDesk('poll', {
          ...{ type: [{ code: 'script' }], async: true },
          data: { scripts, execution: [{ code: 'waits' }], checkInterval },
        }),
      ],
    },
  })

  expect(await problemsIn(migrated)).toEqual([])
  const [file = ''] = [...migrated.files.keys()].filter((path) => path.startsWith('modules/'))
  expect(parse(textOf(migrated, file) ?? '').actions).toEqual({
    poll: { name: 'poll', script: 'poll', ...check },
  })
  expect(linesOf(migrated).join()).toContain(`it is asked ${often} until it says yes`)
})
