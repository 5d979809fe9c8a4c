import { expect, test } from 'vitest'
import { USUAL } from '../lib/calendar.ts'
import { compile } from './compile.ts'
import type { EngineEvent } from './events.ts'
import { prepare } from './program.ts'
import { newState, type State } from './state.ts'
import { step } from './step.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-02T10:30:00.000Z'
const MOST = 10

const COUNT = `<extensionElements><kontor:mappings>
  <kontor:mapping direction="in" source="n + 1" target="n"/></kontor:mappings></extensionElements>`
const flow = (source: string, target: string, condition?: string) =>
  `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}">${
    condition ? `<conditionExpression>${condition}</conditionExpression>` : ''
  }</sequenceFlow>`
const always = `<exclusiveGateway id="more" default="more_e"/><endEvent id="e"/>${flow('more', 'e')}`

/** Cycles of every kind, which never end. */
const CYCLES = {
  'a flow back': `<startEvent id="s"/><businessRuleTask id="count">${COUNT}</businessRuleTask>${always}
    ${flow('s', 'count')}${flow('count', 'more')}${flow('more', 'count', 'n &gt; 0')}`,
  'a link back': `<startEvent id="s"/><businessRuleTask id="count">${COUNT}</businessRuleTask>${always}
    <intermediateThrowEvent id="away"><linkEventDefinition name="x"/></intermediateThrowEvent>
    <intermediateCatchEvent id="back"><linkEventDefinition name="x"/></intermediateCatchEvent>
    ${flow('s', 'count')}${flow('count', 'more')}${flow('more', 'away', 'n &gt; 0')}${flow('back', 'count')}`,
  'a loop with a condition': `<startEvent id="s"/><businessRuleTask id="count">${COUNT}
    <standardLoopCharacteristics><loopCondition>n &gt;= 0</loopCondition></standardLoopCharacteristics>
    </businessRuleTask><endEvent id="e"/>${flow('s', 'count')}${flow('count', 'e')}`,
}

async function program(content: string) {
  const { model, problems } = await compile(`<?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn"
      targetNamespace="urn:kontor:test"><process id="p" isExecutable="true">${content}</process></definitions>`)
  if (!model) throw new Error(JSON.stringify(problems))
  return prepare(model)
}

const incidents = ({ control }: State) =>
  Object.entries(control.tokens).flatMap(([no, { incident }]) =>
    incident ? [{ token: Number(no), ...incident }] : [],
  )

test.each(Object.entries(CYCLES))('an endless cycle by %s is an incident', async (_, content) => {
  const cycle = await program(content)
  const take = (state: State, event: object) =>
    step(cycle, state, { at: NOW, ...event } as EngineEvent, USUAL, MOST).state

  const stopped = take(newState({ n: 0 }), { type: 'start' })
  const [incident] = incidents(stopped)

  expect(incident).toMatchObject({
    kind: 'endless',
    message:
      'the process went round more than 10 times within an hour; a retry allows as many again',
  })
  const n = Number(stopped.variables.n)
  expect(n).toBeGreaterThanOrEqual(MOST)
  expect(n).toBeLessThanOrEqual(MOST + 1)
  const again = take(stopped, { type: 'retry', token: incident?.token })
  expect(incidents(again)).toMatchObject([{ kind: 'endless' }])
  expect(Number(again.variables.n)).toBe(n + MOST + 1)
})

test('rounds of an earlier hour do not count, and ways that only meet are no cycle', async () => {
  const waits =
    await program(`<startEvent id="s"/><userTask id="ask" kontor:performer="role:author"/>
    <endEvent id="e"/><exclusiveGateway id="more" default="more_e"/>
    ${flow('s', 'ask')}${flow('ask', 'more')}${flow('more', 'ask', 'n &gt;= 0')}${flow('more', 'e')}`)
  let { state } = step(waits, newState({ n: 0 }), { type: 'start', at: NOW } as EngineEvent)
  const answer = (at: string) => {
    const [token] = Object.keys(state.control.tokens)
    const event = { type: 'submitted', token: Number(token), actor: 'a', values: {}, at }
    ;({ state } = step(waits, state, event as unknown as EngineEvent, USUAL, MOST))
  }

  for (let count = 1; count < MOST; count++) answer(NOW)
  for (let count = 1; count < MOST; count++) answer(LATER)
  expect(incidents(state)).toEqual([])
  answer(LATER)
  answer(LATER)

  expect(incidents(state)).toMatchObject([{ kind: 'endless' }])
})

test('a process without cycles counts nothing', async () => {
  const split = await program(`<startEvent id="s"/><parallelGateway id="split"/>
    <businessRuleTask id="a">${COUNT}</businessRuleTask><businessRuleTask id="b">${COUNT}</businessRuleTask>
    <exclusiveGateway id="meet"/><businessRuleTask id="c">${COUNT}</businessRuleTask><endEvent id="e"/>
    ${flow('s', 'split')}${flow('split', 'a')}${flow('split', 'b')}${flow('a', 'meet')}
    ${flow('b', 'meet')}${flow('meet', 'c')}${flow('c', 'e')}`)

  const { state } = step(split, newState({ n: 0 }), { type: 'start', at: NOW } as EngineEvent)

  expect(state.control.rounds).toBeUndefined()
})
