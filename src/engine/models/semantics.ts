import type { Options, Simulation } from '../simulate.ts'

/** One rule of the execution semantics of BPMN 2.0, with a diagram of this folder that shows it. */
export type Row = {
  element: string
  rule: string
  model: string
  options?: Options
  /** What people, programs and time do. */
  play?: (it: Simulation) => void
  /** The elements entered, in order. */
  trace: string
  /** What it waits for at the end; nothing when it has ended. */
  waiting?: string
}

const orders = { values: { orders: [1, 2, 3] } }

const submitAll =
  (...values: object[]) =>
  (it: Simulation) => {
    for (const each of values) {
      const [task] = it.tasks
      if (task) it.submit(task.token, undefined, { values: each as Record<string, unknown> })
    }
  }

/** What the engine does with each element, as far as one diagram can show it. */
export const SEMANTICS: Row[] = [
  ...compensation(),
  ...transactions(),
  ...severalTriggers(),
  ...adHoc(),
  ...complexGateways(),
  ...quantities(),
  ...starts(),
  ...loops(),
  ...scopesAndTasks(),
  ...pools(),
  ...workers(),
  ...decisions(),
  ...workingTime(),
]

function compensation(): Row[] {
  const element = 'compensation'
  return [
    {
      element,
      rule: 'undoes in reverse order of completion',
      model: 'element-compensation',
      trace: 's book pay undo undo_pay undo_book e',
    },
    {
      element,
      rule: 'undoes only the named activity',
      model: 'element-compensation-activity',
      trace: 's book pay undo undo_book e',
    },
    {
      element,
      rule: 'an end event undoes before it ends',
      model: 'element-compensation-end',
      trace: 's book pay e undo_pay undo_book',
    },
    {
      element,
      rule: 'what was not done is not undone',
      model: 'element-compensation-nothing',
      trace: 's g undo e',
    },
    {
      element,
      rule: 'the event waits until it is undone',
      model: 'element-compensation-task',
      trace: 's book undo undo_book',
      waiting: 'undo undo_book',
    },
    {
      element,
      rule: 'goes on when it is undone',
      model: 'element-compensation-task',
      play: (it) => it.submit('undo_book'),
      trace: 's book undo undo_book after e',
    },
    {
      element,
      rule: 'an event that does not wait goes on at once',
      model: 'element-compensation-continue',
      trace: 's book undo after e undo_book',
      waiting: 'undo undo_book',
    },
    {
      element,
      rule: 'a sub-process undoes what was done inside it',
      model: 'element-compensation-sub-process',
      trace: 's trip is book pay ie undo undo_pay undo_book e',
    },
    {
      element,
      rule: 'an event sub-process undoes in its own way',
      model: 'element-compensation-handler',
      trace: 's trip is book ie undo handler hs tell undo_inside undo_book he e',
    },
    {
      element,
      rule: 'each run of a loop is undone, with its member',
      model: 'element-compensation-multi',
      options: { values: { rooms: ['r1', 'r2'] } },
      play: (it) => {
        const asked = () => it.tasks.map(({ performers }) => performers[0]?.value).join()
        if (asked() !== 'r2') throw new Error(`asked ${asked()}`)
        it.submit('undo_book')
        if (asked() !== 'r1') throw new Error(`asked ${asked()}`)
        it.submit('undo_book')
      },
      trace: 's book undo undo_book undo_book e',
    },
  ]
}

function transactions(): Row[] {
  const element = 'transaction'
  const model = 'element-transaction'
  const leave = (exit: string) => (it: Simulation) => it.submit('pay', exit)
  return [
    {
      element,
      rule: 'completes like a sub-process',
      model,
      play: leave('pay_te'),
      trace: 's trip ts book pay te e',
    },
    {
      element,
      rule: 'cancel undoes, then leaves through the cancel event',
      model,
      play: leave('pay_cancel'),
      trace: 's trip ts book pay cancel undo_book cancelled tell no_trip',
    },
    {
      element,
      rule: 'an error leaves without undoing',
      model,
      play: leave('pay_fail'),
      trace: 's trip ts book pay fail failed hazard',
    },
    {
      element,
      rule: 'cancel ends what still runs',
      model: 'element-transaction-running',
      play: (it) => it.submit('decide'),
      trace: 's trip ts split book wait_long decide cancel undo_book cancelled no_trip',
    },
  ]
}

function severalTriggers(): Row[] {
  const several = 'multiple event'
  const all = 'parallel multiple event'
  return [
    {
      element: several,
      rule: 'a catching event takes the first message',
      model: 'element-multiple-catch',
      play: (it) => it.message('paid'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a catching event takes the first signal',
      model: 'element-multiple-catch',
      play: (it) => it.signal('stop'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a catching event takes the first time',
      model: 'element-multiple-catch',
      play: (it) => it.pass('PT1H'),
      trace: 's c e',
    },
    {
      element: several,
      rule: 'a start event starts with any',
      model: 'element-multiple-start',
      options: { start: 's' },
      trace: 's a e',
    },
    {
      element: several,
      rule: 'throws everything',
      model: 'element-multiple-throw',
      trace: 's t e',
    },
    {
      element: several,
      rule: 'a boundary event interrupts with any',
      model: 'element-multiple-boundary',
      play: (it) => it.signal('stop'),
      trace: 's a b e2',
    },
    {
      element: several,
      rule: 'a boundary event that does not interrupt happens again with any',
      model: 'element-multiple-boundary',
      play: (it) => {
        it.message('ask')
        it.signal('look')
        it.message('ask')
      },
      trace: 's a n tell e3 n tell e3 n tell e3',
      waiting: 'a',
    },
    {
      element: several,
      rule: 'an event sub-process starts with any',
      model: 'element-multiple-handler',
      play: (it) => it.message('paid'),
      trace: 's a h hs tell he',
    },
    {
      element: all,
      rule: 'a catching event needs all',
      model: 'element-parallel-multiple-catch',
      play: (it) => {
        it.signal('stop')
        if (it.status !== 'wait') throw new Error('one was enough')
        it.message('paid')
      },
      trace: 's c e',
    },
    {
      element: all,
      rule: 'a boundary event needs all, each time',
      model: 'element-parallel-multiple-boundary',
      play: (it) => {
        it.signal('stop')
        it.message('paid')
        it.message('paid')
        it.signal('stop')
      },
      trace: 's a b tell e2 b tell e2',
      waiting: 'a',
    },
    {
      element: all,
      rule: 'a start event starts with the first and waits for the others',
      model: 'element-parallel-multiple-start',
      options: { start: 's', part: 0 },
      play: (it) => {
        if (it.waiting.join() !== 's') throw new Error('it did not wait')
        it.signal('stop')
      },
      trace: 's a e',
    },
  ]
}

function adHoc(): Row[] {
  const element = 'ad-hoc sub-process'
  return [
    {
      element,
      rule: 'offers the tasks of people',
      model: 'element-ad-hoc',
      trace: 's case call visit',
      waiting: 'case call visit',
    },
    {
      element,
      rule: 'other activities begin when they are chosen, as often as wanted',
      model: 'element-ad-hoc',
      play: (it) => {
        it.activate('note')
        it.activate('note')
      },
      trace: 's case call visit note note',
      waiting: 'case call visit',
    },
    {
      element,
      rule: 'flows inside it are followed',
      model: 'element-ad-hoc',
      play: (it) => it.submit('visit'),
      trace: 's case call visit file',
      waiting: 'case call',
    },
    {
      element,
      rule: 'is over when its condition holds; the rest is cancelled',
      model: 'element-ad-hoc',
      play: (it) => it.submit('call', undefined, { values: { enough: true } }),
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'is over when somebody says so',
      model: 'element-ad-hoc',
      play: (it) => it.send({ type: 'complete', token: 2 }),
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'keeps what was begun if it says so',
      model: 'element-ad-hoc-keep-rest',
      play: (it) => {
        it.submit('call', undefined, { values: { enough: true } })
        it.submit('visit')
      },
      trace: 's case call visit e',
    },
    {
      element,
      rule: 'one after another, if it says so; without a condition over when all is done',
      model: 'element-ad-hoc-sequential',
      play: (it) => {
        it.activate('b')
        let refused = ''
        try {
          it.activate('a')
        } catch (error) {
          refused = (error as Error).message
        }
        if (!refused.includes('one after another')) throw new Error('two at a time')
        it.done('b')
      },
      trace: 's case b e',
    },
  ]
}

function complexGateways(): Row[] {
  const element = 'complex gateway'
  const both = (it: Simulation) => {
    it.submit('a')
    it.submit('c')
  }
  return [
    {
      element,
      rule: 'goes on when enough have arrived',
      model: 'element-complex-join',
      play: both,
      trace: 's split a b c g g go e',
      waiting: 'b g',
    },
    {
      element,
      rule: 'takes up the rest once',
      model: 'element-complex-join',
      play: (it) => {
        both(it)
        it.submit('b')
      },
      trace: 's split a b c g g go e g',
    },
    {
      element,
      rule: 'conditions know the second time',
      model: 'element-complex-reset',
      play: (it) => {
        both(it)
        it.submit('b')
      },
      trace: 's split a b c g g first e g late e2',
    },
    {
      element,
      rule: 'its condition can ask for one flow',
      model: 'element-complex-flows',
      play: (it) => {
        it.submit('b')
        if (it.trace.includes('e')) throw new Error('too early')
        it.submit('a')
      },
      trace: 's split a b g g e',
    },
    {
      element,
      rule: 'splits along every condition that holds',
      model: 'element-complex-split',
      options: { values: { n: 3 } },
      trace: 's g a b e e',
    },
    {
      element,
      rule: 'splits along the default flow',
      model: 'element-complex-split',
      options: { values: { n: 0 } },
      trace: 's g c e',
    },
  ]
}

function quantities(): Row[] {
  const element = 'token quantities'
  return [
    {
      element,
      rule: 'begins with enough tokens',
      model: 'element-start-quantity',
      play: (it) => {
        if (it.tasks.some(({ node }) => node === 'gather')) throw new Error('too early')
        it.submit('b')
        it.submit('gather')
      },
      trace: 's split a b gather gather e',
    },
    {
      element,
      rule: 'sends several tokens',
      model: 'element-completion-quantity',
      trace: 's a b b b',
      waiting: 'b b b',
    },
    {
      element,
      rule: 'takes and sends several tokens',
      model: 'element-quantities',
      trace: 's a pair pair pair pair e e',
    },
    {
      element,
      rule: 'tokens that can never arrive are an incident',
      model: 'element-quantity-missing',
      trace: 's a',
      waiting: 'a',
    },
  ]
}

function starts(): Row[] {
  const element = 'starts'
  return [
    {
      element,
      rule: 'without start events every first element begins',
      model: 'element-implicit-start-and-end',
      trace: 'a b c',
      waiting: 'b',
    },
    {
      element,
      rule: 'a sub-process too; an empty one is done',
      model: 'element-implicit-inside',
      trace: 's sub x y empty e',
    },
    {
      element,
      rule: 'one of several start events',
      model: 'element-several-starts',
      trace: 's a e',
    },
    {
      element,
      rule: 'another of several start events',
      model: 'element-several-starts',
      options: { start: 's2' },
      trace: 's2 b e',
    },
    {
      element,
      rule: 'a receive task starts the process',
      model: 'element-instantiating-task',
      options: { start: 'asked' },
      trace: 'asked a e',
    },
    {
      element,
      rule: 'an event gateway starts the process',
      model: 'element-instantiating-gateway',
      options: { start: 'q' },
      trace: 'q e',
    },
    {
      element,
      rule: 'a parallel event gateway starts with one event and waits for the others',
      model: 'element-instantiating-gateway-parallel',
      options: { start: 'q' },
      play: (it) => it.message('paid'),
      trace: 'q p both both e',
    },
  ]
}

function loops(): Row[] {
  const element = 'multi-instance'
  return [
    {
      element,
      rule: 'collects what parallel runs leave',
      model: 'element-multi-output',
      options: orders,
      play: (it) => {
        submitAll({ sum: 10 }, { sum: 20 }, { sum: 30 })(it)
        expectVariables(it, { sums: [10, 20, 30] })
      },
      trace: 's t e',
    },
    {
      element,
      rule: 'collects what sequential runs leave, until the condition holds',
      model: 'element-multi-output-sequential',
      options: orders,
      play: (it) => {
        submitAll({ sum: 1 }, { sum: 2 })(it)
        expectVariables(it, { sums: [1, 2, null] })
      },
      trace: 's t e',
    },
    {
      element,
      rule: 'runs a sub-process for each member',
      model: 'element-multi-sub-process',
      options: orders,
      play: submitAll({}, {}, {}),
      trace: 's t is is is x x x ie ie ie e',
    },
    {
      element,
      rule: 'throws an event with each run',
      model: 'element-multi-each',
      play: submitAll({}, {}, {}),
      trace: 's t b tell e2 b tell e2 b tell e e2',
    },
    {
      element,
      rule: 'throws an event with the first run',
      model: 'element-multi-first',
      play: submitAll({}, {}, {}),
      trace: 's t b tell e2 e',
    },
    {
      element,
      rule: 'throws an event when a condition holds',
      model: 'element-multi-complex',
      play: submitAll({}, {}),
      trace: 's t b e2',
    },
  ]
}

function scopesAndTasks(): Row[] {
  return [
    {
      element: 'sub-process',
      rule: 'has variables of its own',
      model: 'element-sub-process-variables',
      options: { values: { amount: 4 } },
      play: (it) => expectVariables(it, { amount: 4, total: 8 }),
      trace: 's sub is twice ie e',
    },
    {
      element: 'user task',
      rule: 'flows without names are all taken',
      model: 'element-task-split',
      play: (it) => it.submit('a'),
      trace: 's a b c e e',
    },
    {
      element: 'user task',
      rule: 'conditions decide with what was entered',
      model: 'element-task-conditions',
      play: (it) => it.submit('a', undefined, { values: { approved: true } }),
      trace: 's a b e',
    },
    {
      element: 'user task',
      rule: 'else the default flow is taken',
      model: 'element-task-conditions',
      play: (it) => it.submit('a'),
      trace: 's a c e',
    },
    {
      element: 'receive task',
      rule: 'without a message waits for one with its id',
      model: 'element-receive-unnamed',
      play: (it) => it.message('r'),
      trace: 's r n e',
    },
    {
      element: 'data objects and stores',
      rule: 'are drawn, and change nothing',
      model: 'element-data',
      trace: 's a e',
    },
  ]
}

function pools(): Row[] {
  const element = 'pools'
  const ask = (refused: boolean) => (it: Simulation) => {
    it.submit('ask')
    it.submit('ask', undefined, { values: { refused } })
  }
  return [
    {
      element,
      rule: 'message flows connect the processes of a file',
      model: 'element-pools',
      play: (it) => it.submit('pack'),
      trace: 's send store ordered receive pack ship e stored',
    },
    {
      element,
      rule: 'pools with plain start events begin together; the last one ends the instance',
      model: 'element-pools-side-by-side',
      trace: 's two a s2 e b',
      waiting: 'two b',
    },
    {
      element,
      rule: 'a process of the same file is called, each time anew',
      model: 'element-call-in-file',
      play: ask(false),
      trace: 's first ps ask g pe second ps ask g pe e',
    },
    {
      element,
      rule: 'its error is caught by the call',
      model: 'element-call-in-file',
      play: ask(true),
      trace: 's first ps ask g pe second ps ask g no b e2',
    },
  ]
}

function workers(): Row[] {
  const element = 'tasks with a topic'
  return [
    {
      element,
      rule: 'a program does it and leaves variables',
      model: 'element-worker',
      play: (it) => {
        it.done('work', { gross: 119 })
        expectVariables(it, { gross: 119 })
      },
      trace: 's work e',
    },
    {
      element,
      rule: 'an error of the program is caught by its code',
      model: 'element-worker',
      play: (it) => it.fail('work', { code: 'refused', message: 'too dear' }),
      trace: 's work no e2',
    },
  ]
}

function expectVariables({ state }: Simulation, expected: object): void {
  const [found, wanted] = [state.variables, expected].map((each) => JSON.stringify(each))
  const own = Object.fromEntries(Object.keys(expected).map((name) => [name, state.variables[name]]))
  if (JSON.stringify(own) !== wanted) throw new Error(`the variables are ${found}`)
}

function decisions(): Row[] {
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

function workingTime(): Row[] {
  const element = 'timer'
  const model = 'element-working-time'
  // A Friday afternoon.
  const options = { at: '2026-03-06T16:00:00.000Z' }
  return [
    {
      element,
      rule: 'working time leaves out the weekend',
      model,
      options,
      play: (it) => it.pass('P2D'),
      trace: 's work',
      waiting: 'work',
    },
    {
      element,
      rule: 'and is over after so much work',
      model,
      options,
      play: (it) => it.pass('2026-03-09T10:00:00Z'),
      trace: 's work late e',
    },
  ]
}
