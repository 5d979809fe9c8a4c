import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import type { Effect } from './effects.ts'
import { prepare } from './program.ts'
import { newState } from './state.ts'
import { step } from './step.ts'

test('a task is created, completed and left through an exit', async () => {
  const { model, problems } = await compile(`<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn" targetNamespace="demo">
  <process id="demo" isExecutable="true">
    <startEvent id="start"/>
    <userTask id="check" kontor:performer="variable:who" kontor:due="P1D"/>
    <exclusiveGateway id="large" default="no"/>
    <task id="big"/>
    <endEvent id="end"/>
    <endEvent id="refused"/>
    <sequenceFlow id="begin" sourceRef="start" targetRef="check"/>
    <sequenceFlow id="agree" name="Agree" sourceRef="check" targetRef="large"/>
    <sequenceFlow id="refuse" name="Refuse" sourceRef="check" targetRef="refused"/>
    <sequenceFlow id="yes" sourceRef="large" targetRef="big"><conditionExpression>amount &gt; 10</conditionExpression></sequenceFlow>
    <sequenceFlow id="no" sourceRef="large" targetRef="end"/>
    <sequenceFlow id="done" sourceRef="big" targetRef="end"/>
  </process>
</definitions>`)
  expect(problems).toEqual([])
  const program = prepare(model as never)
  const at = '2026-01-01T00:00:00.000Z'
  const first = step(program, newState(), { type: 'start', at, values: { who: ['u1'] } })
  expect(first.effects).toMatchObject([
    { type: 'entered', node: 'start' },
    { type: 'left', node: 'start' },
    { type: 'taken', flow: 'begin' },
    { type: 'entered', node: 'check', token: 2 },
    {
      type: 'task.create',
      token: 2,
      performers: [{ kind: 'id', value: 'u1' }],
      due: '2026-01-02T00:00:00.000Z',
    },
  ])

  const last = step(program, first.state, {
    type: 'submitted',
    token: 2,
    exit: 'agree',
    at,
    values: { amount: 11 },
  })

  const entered = (effects: Effect[]) =>
    effects.flatMap((effect) => (effect.type === 'entered' ? [effect.node] : []))
  expect(entered(last.effects)).toEqual(['large', 'big', 'end'])
  expect(last.state.control.end).toEqual({ kind: 'done' })
})
