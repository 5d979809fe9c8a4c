import { serve } from '../../workers/serve.ts'
import { stopClock } from './clock.ts'
import type { Outcome, Task } from './outcome.ts'
import { Sandbox } from './sandbox.ts'
import { silenceWarnings } from './typescript.ts'

silenceWarnings()
stopClock()
let sandbox = await Sandbox.open()

serve<Task, Outcome>(async (task) => {
  if (sandbox.isSpent) sandbox = await Sandbox.open()
  return sandbox.do(task)
})
