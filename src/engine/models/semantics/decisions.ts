import type { Row } from './row.ts'

export function decisions(): Row[] {
  const element = 'business rule task'
  const model = 'element-decision-of-solution'
  return [
    {
      element,
      rule: 'asks for a decision and goes on with its outputs',
      model,
      options: { job: () => ({ name: 'level', value: { level: 'high' } }) },
      trace: 's rate is_high e_high',
    },
    {
      element,
      rule: 'a single output is the variable called like the decision',
      model,
      options: { job: () => ({ name: 'level', value: 'low' }) },
      trace: 's rate is_high e_low',
    },
    {
      element,
      rule: 'a decision without an answer is an error with a code',
      model,
      play: (it) => it.fail('rate', { message: 'no rule', code: 'decision' }),
      trace: 's rate unsure e_unsure',
    },
  ]
}
