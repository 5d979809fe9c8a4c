import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'
import { StorableText } from '../../fields/checks.ts'

const MOST = 10_000

const Binding = z
  .object({
    extension: StorableText.trim()
      .min(1, 'expected an extension')
      .max(50)
      .regex(/^\P{Cc}*$/u, 'expected no control characters')
      .describe('an internal number; it is text and keeps its zeros'),
    userId: Id,
  })
  .meta({ id: 'Binding' })
export type Binding = z.output<typeof Binding>

const OfModule = z.object({ code: z.string().describe('the code of a module, or ext_<its id>') })
const PATH = '/pub/v1/integration/{code}/voip/bindings'

export const telephony = {
  modules: operation({
    method: 'GET',
    path: '/manage/v1/telephony/modules',
    summary: 'List enabled telephony modules',
    output: z.object({
      modules: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          bindings: z.int().describe('how many extensions are bound'),
        }),
      ),
    }),
    access: 'administrator',
  }),
  getBindings: operation({
    method: 'GET',
    path: PATH,
    summary: 'Get the mappings of internal numbers and platform users',
    params: OfModule,
    output: z.object({ bindings: z.array(Binding) }),
    access: 'administrator',
  }),
  replaceBindings: operation({
    method: 'PUT',
    path: PATH,
    gives: [],
    summary: 'Update the mappings of internal numbers and platform users',
    description:
      'The bindings of the module become exactly these, or stay as they are when one of them is wrong. An extension has one user; a user may have several.',
    params: OfModule,
    input: z.object({
      bindings: z.array(Binding).max(MOST, `at most ${MOST} bindings`).nullish(),
    }),
    output: z.object({ bindings: z.array(Binding) }),
    access: 'administrator',
  }),
}
