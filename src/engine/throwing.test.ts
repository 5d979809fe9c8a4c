import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { diagram, END, flow, START } from './models/diagram.ts'
import { prepare } from './program.ts'
import { simulate } from './simulate.ts'

const KINDS = {
  signal: '<signalEventDefinition signalRef="ring"/>',
  message: '<messageEventDefinition messageRef="hello"/>',
  escalation: '<escalationEventDefinition escalationRef="higher"/>',
}

const THROWERS = {
  'an event on the way': (definition: string) =>
    `<intermediateThrowEvent id="throw">${definition}</intermediateThrowEvent>
     <userTask id="next"/>${flow('on', 'throw', 'next')}`,
  'an end': (definition: string) => `<endEvent id="throw">${definition}</endEvent>`,
}

const CATCHERS = {
  border: (definition: string, isInterrupting: boolean) => ({
    inside: '',
    outside: `<boundaryEvent id="catch" attachedToRef="scope" cancelActivity="${isInterrupting}">
      ${definition}</boundaryEvent><userTask id="caught"/>${flow('c', 'catch', 'caught')}`,
  }),
  'event sub-process': (definition: string, isInterrupting: boolean) => ({
    inside: `<subProcess id="handler" triggeredByEvent="true">
      <startEvent id="catch" isInterrupting="${isInterrupting}">${definition}</startEvent>
      <userTask id="caught"/>${flow('c', 'catch', 'caught')}</subProcess>`,
    outside: '',
  }),
}

const cases = Object.keys(KINDS).flatMap((kind) =>
  Object.keys(THROWERS).flatMap((thrower) =>
    Object.keys(CATCHERS).flatMap((catcher) =>
      [true, false].map(
        (isInterrupting) =>
          [kind, thrower, isInterrupting ? 'interrupting' : 'non-interrupting', catcher] as const,
      ),
    ),
  ),
) as [keyof typeof KINDS, keyof typeof THROWERS, string, keyof typeof CATCHERS][]

async function run(
  kind: keyof typeof KINDS,
  thrower: keyof typeof THROWERS,
  { isInterrupting, catcher }: { isInterrupting: boolean; catcher: keyof typeof CATCHERS },
) {
  const { inside, outside } = CATCHERS[catcher](KINDS[kind], isInterrupting)
  const { model, problems } = await compile(
    diagram(`${START}${END}${flow('in', 'start', 'scope')}${flow('out', 'scope', 'end')}${outside}
      <subProcess id="scope"><startEvent id="begin"/><userTask id="first"/>${inside}
        ${flow('begun', 'begin', 'first')}${flow('done', 'first', 'throw')}
        ${THROWERS[thrower](KINDS[kind])}</subProcess>`).replace(
      '<message ',
      '<signal id="ring" name="ring"/><escalation id="higher" escalationCode="higher"/><message ',
    ),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return simulate(prepare(model))
}

test.each(cases)(
  'a %s thrown by %s is caught by the %s %s of its scope inside the step',
  async (kind, thrower, how, catcher) => {
    const isInterrupting = how === 'interrupting'
    const it = await run(kind, thrower, { isInterrupting, catcher })
    const [no = ''] = Object.keys(it.state.control.tokens).slice(-1)
    const before = it.effects.length

    it.send({ type: 'submitted', token: Number(no) })

    const entered = it.effects.slice(before).filter(({ type }) => type === 'entered')
    expect(entered).toEqual(expect.arrayContaining([expect.objectContaining({ node: 'caught' })]))
    const goesOn = !isInterrupting && thrower === 'an event on the way'
    expect(it.trace.includes('next')).toBe(goesOn)
    expect(it.trace.filter((node) => node === 'caught')).toHaveLength(1)
    // The scope ends by itself only if nothing is left in it.
    const isLeft = !isInterrupting && thrower === 'an end' && catcher === 'border'
    expect(it.trace.includes('end')).toBe(isLeft)
  },
)
