import { z } from 'zod'
import { operation } from '../../api/operation.ts'

const DecisionAddress = z.object({ namespace: z.string(), code: z.string() })

const Entry = z.object({
  namespace: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
})

const Table = z.object({
  decision: z.string().describe('id of the decision'),
  name: z.string(),
  hitPolicy: z.string(),
  aggregation: z.string().nullable(),
  inputs: z.array(z.object({ label: z.string(), expression: z.string(), type: z.string() })),
  outputs: z.array(z.object({ label: z.string(), name: z.string(), type: z.string() })),
  notes: z.array(z.string()),
  rules: z.array(
    z.object({
      when: z.array(z.string()),
      results: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
})
export type Table = z.infer<typeof Table>

const Logic = z.object({
  decision: z.string().describe('id of the decision'),
  name: z.string(),
  needs: z.array(z.string()).describe('names of the decisions and input data it uses'),
  kind: z.string().describe('table, literal, context, invocation, list, relation or function'),
  text: z.string().describe('of a literal expression'),
})

const DecisionView = Entry.extend({
  decision: z.string().describe('id of the decision that is asked for'),
  inputs: z.array(z.object({ name: z.string(), type: z.string() })),
  decisions: z.array(Logic),
  tables: z.array(Table),
}).meta({ id: 'Decision' })
export type DecisionView = z.infer<typeof DecisionView>

const Fired = z.object({
  hitPolicy: z.string(),
  inputs: z.array(z.unknown()).describe('the values of the columns'),
  rules: z
    .array(z.object({ number: z.int(), id: z.string(), note: z.string().optional() }))
    .describe('the rules that fired, counted from 1'),
})

export const decisions = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/decisions',
    summary: 'List the decisions that the caller may evaluate',
    output: z.object({ decisions: z.array(Entry) }),
  }),
  get: operation({
    method: 'GET',
    path: '/manage/v1/decisions/{namespace}/{code}',
    summary: 'Get a decision with its tables',
    params: DecisionAddress,
    output: z.object({ decision: DecisionView }),
  }),
  evaluate: operation({
    bodyLimit: 'large',
    method: 'POST',
    reads: true,
    path: '/manage/v1/decisions/{namespace}/{code}/evaluate',
    summary: 'Evaluate a decision',
    description:
      'Values of input data by name; those left out are null. What has no answer, because two rules of a UNIQUE table hold, for example, is answered with 422.',
    params: DecisionAddress,
    input: z.object({
      values: z.record(z.string(), z.unknown()).default({}),
      decision: z.string().max(200).optional().describe('id of another decision of the file'),
    }),
    output: z.object({
      value: z.unknown(),
      version: z.int().describe('version of the definition that decided'),
      made: z
        .array(
          z.object({
            decision: z.string(),
            name: z.string(),
            value: z.unknown(),
            tables: z.array(Fired),
          }),
        )
        .describe('every decision on the way, in the order in which they were made'),
      warnings: z.array(z.string()).describe('names that are not there, values of another type'),
    }),
  }),
}
