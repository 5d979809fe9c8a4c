import type { AgentTurn } from '../../elements/agent.ts'
import type { Simulation } from '../../simulate.ts'
import { expectVariables, type Row } from './row.ts'

const decide = (it: Simulation, ...turns: AgentTurn[]) => {
  for (const turn of turns) it.done('helper', turn)
}

const REFUND = { type: 'begin', activity: 'refund', arguments: { amount: 5 } } as const

export function agents(): Row[] {
  const element = 'agent'
  const model = 'element-agent'
  return [
    {
      element,
      rule: 'nothing is offered to people: the agent chooses',
      model,
      trace: 's helper',
      waiting: 'helper',
    },
    {
      element,
      rule: 'an activity sees what the model passes to it; flows are followed',
      model,
      play: (it) => {
        decide(it, { type: 'again' }, REFUND)
        const { job } = it.effects.findLast(({ type }) => type === 'job') as never as {
          job: { context: object }
        }
        if (JSON.stringify(job.context) !== '{"agent":{"amount":5},"amount":5}')
          throw new Error(`the script sees ${JSON.stringify(job.context)}`)
        it.done('refund', { refunded: 5 })
      },
      trace: 's helper refund file',
      waiting: 'helper',
    },
    {
      element,
      rule: 'asks a person first',
      model,
      play: (it) => {
        decide(it, { type: 'ask', name: 'Refund', text: '5' })
        it.submit('helper', 'approved')
        decide(it, { type: 'begin', activity: 'ask', arguments: {} })
      },
      trace: 's helper ask',
      waiting: 'helper ask',
    },
    {
      element,
      rule: 'ends with its answer, and what it has begun is withdrawn',
      model,
      play: (it) => {
        decide(it, { type: 'finish', answer: 'done' })
        expectVariables(it, { answer: 'done' })
      },
      trace: 's helper e',
    },
    {
      element,
      rule: 'its errors are caught on its border',
      model,
      play: (it) => it.fail('helper', { message: 'too many steps', code: 'agent-limit' }),
      trace: 's helper no e2',
    },
  ]
}
