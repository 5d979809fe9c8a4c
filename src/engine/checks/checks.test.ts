import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { between, choice, diagram, END, extended, flow, START } from '../models/diagram.ts'

const variables = {
  amount: 'FLOAT',
  price: 'MONEY',
  name: 'STRING',
  paid: 'BOOLEAN',
  who: 'SYS_USER',
}

async function problemsOf(inner: string): Promise<string[]> {
  const hasProcess = (path: string) => path === 'desk/escalate'
  const { problems } = await compile(diagram(inner), { variables, hasProcess })
  return problems.map(({ element, message }) => `${element}: ${message}`)
}

const gateway = (condition: string) =>
  `${START}<exclusiveGateway id="g" default="no"/>${END}<endEvent id="other"/>
   ${flow('in', 'start', 'g')}${choice('yes', 'g', 'end', condition)}${flow('no', 'g', 'other')}`

const catching = (definition: string) =>
  between('c', `<intermediateCatchEvent id="c">${definition}</intermediateCatchEvent>`)

const timer = (text: string) => catching(`<timerEventDefinition>${text}</timerEventDefinition>`)

const step = (name: string, settings: Record<string, string>) =>
  between('t', `<serviceTask id="t" kontor:step="${name}">${extended(settings)}</serviceTask>`)

const looped = (loop: string) => between('t', `<userTask id="t">${loop}</userTask>`)

const cases: [string, string, string][] = [
  [
    'an attachment that is no file',
    step('send_mail', { to: 'a@example.com', subject: 's', attachments: 'name' }),
    't: "name" cannot be attached: expected a variable of type FILE or IMAGE',
  ],
  [
    'an unknown variable',
    gateway('amuont &gt; 5'),
    'yes: unknown variable "amuont" in "amuont &gt; 5"'.replace('&gt;', '>'),
  ],
  [
    'an unknown function',
    gateway('upper(name) == "A"'),
    'yes: there is no function "upper()" with 1 arguments in "upper(name) == "A""',
  ],
  [
    'an unknown method inside a loop over a list',
    gateway('[name].exists(n, n.startWith("A"))'),
    'yes: there is no function ".startWith()" with 1 arguments in "[name].exists(n, n.startWith("A"))"',
  ],
  [
    'a member that a number does not have',
    gateway('amount.value &gt; 5.0'),
    'yes: "amount" is FLOAT and has no "value" in "amount.value > 5.0"',
  ],
  [
    'a member that money does not have',
    gateway('price.amount &gt; 5.0'),
    'yes: "price" is MONEY and has no "amount" in "price.amount > 5.0"',
  ],
  [
    'an unknown field of a tree',
    gateway('{"eq":[{"field":"nope"},{"const":1}]}'),
    'yes: unknown variable "nope" in "{"eq":[{"field":"nope"},{"const":1}]}"',
  ],
  [
    'a number compared with a text',
    gateway('amount == "5"'),
    'yes: "amount" is FLOAT and cannot be compared with a text',
  ],
  [
    'money compared with a number',
    gateway('price &gt; 5'),
    'yes: "price" is MONEY and cannot be compared with a number',
  ],
  ['a text as a condition', gateway('name'), 'yes: "name" is STRING, a condition is true or false'],
  [
    'half an expression',
    gateway('amount &gt;'),
    expect.stringMatching(/^yes: "amount >" cannot be read: /) as unknown as string,
  ],
  [
    'a pattern that cannot be read',
    gateway('name.matches("(")'),
    'yes: "(" is not a pattern, in "name.matches("(")"',
  ],
  [
    'an unknown operator',
    gateway('{"near":[{"field":"amount"},{"const":1}]}'),
    expect.stringContaining('unknown operator "near"') as unknown as string,
  ],
  [
    'nested loops',
    gateway('[1].exists(a, [2].exists(b, a == b))'),
    expect.stringContaining(
      'a loop over a list cannot be nested in another one',
    ) as unknown as string,
  ],
  [
    'an expression of three kilobytes',
    gateway(`amount == ${'1 + '.repeat(750)}1`),
    expect.stringContaining('at most 2048 characters') as unknown as string,
  ],
  [
    'a condition that is never true',
    gateway('false'),
    'g: a flow with the condition "false" is never taken',
  ],
  [
    'the same condition twice',
    `${gateway('paid')}${choice('again', 'g', 'other', 'paid')}`,
    'g: a second flow with the condition "paid" is never taken',
  ],
  [
    'a task whose outgoing flows all have conditions',
    `${START}<task id="t"/>${END}${flow('in', 'start', 't')}${choice('yes', 't', 'end', 'paid')}`,
    't: it has no default flow: no way out when no condition holds',
  ],
  [
    'conditions behind a parallel gateway',
    `${START}<parallelGateway id="g"/>${END}<endEvent id="other"/>${flow('in', 'start', 'g')}
     ${choice('yes', 'g', 'end', 'paid')}${flow('no', 'g', 'other')}`,
    'g: conditions on the flows out of this gateway are never evaluated',
  ],
  [
    'a join of two branches of one choice',
    `${START}<exclusiveGateway id="g" default="no"/><task id="a"/><task id="b"/><parallelGateway id="j"/>${END}
     ${flow('in', 'start', 'g')}${choice('yes', 'g', 'a', 'paid')}${flow('no', 'g', 'b')}
     ${flow('fa', 'a', 'j')}${flow('fb', 'b', 'j')}${flow('out', 'j', 'end')}`,
    'j: its flows come from different branches of one choice: it can never complete',
  ],
  [
    'a call of an unknown process',
    between('c', '<callActivity id="c" calledElement="desk/nope"/>'),
    'c: there is no process "desk/nope"',
  ],
  [
    'an invalid duration',
    timer('<timeDuration>2 days</timeDuration>'),
    expect.stringContaining('c: "2 days" cannot be read') as unknown as string,
  ],
  [
    'a duration with a typo',
    timer('<timeDuration>P2H</timeDuration>'),
    'c: "P2H" is no duration like P2D or PT4H',
  ],
  [
    'a cycle of zero length',
    timer('<timeCycle>R/PT0S</timeCycle>'),
    'c: "R/PT0S" is no cycle like R3/PT1H or 0 9 * * 1-5',
  ],
  [
    'a repeating timer on a catching event',
    timer('<timeCycle>R3/PT1H</timeCycle>'),
    'c: "R3/PT1H" repeats, but an event that waits happens once: use a duration',
  ],
  [
    'a cron expression with a typo',
    timer('<timeCycle>0 25 * * *</timeCycle>'),
    'c: "0 25 * * *" is no cycle like R3/PT1H or 0 9 * * 1-5',
  ],
  [
    'a message without a name',
    catching('<messageEventDefinition/>'),
    'c: a message needs a name: it is called "c"',
  ],
  [
    'waiting for an error',
    catching('<errorEventDefinition errorRef="boom"/>'),
    'c: a catching event does not support error triggers',
  ],
  [
    'a sub-process without a start',
    between('s', '<subProcess id="s"><endEvent id="e"/></subProcess>'),
    's: nothing in the sub-process can begin',
  ],
  [
    'an event sub-process without a trigger',
    `${START}${END}${flow('f', 'start', 'end')}<subProcess id="s" triggeredByEvent="true"><startEvent id="b"/></subProcess>`,
    's: the start event of an event sub-process needs a trigger',
  ],
  [
    'an event gateway before a task',
    `${START}<eventBasedGateway id="g"/><task id="a"/><task id="b"/>${flow('f', 'start', 'g')}${flow('x', 'g', 'a')}${flow('y', 'g', 'b')}`,
    'g: each flow out of an event gateway must lead to an event of its own',
  ],
  [
    'performers as the BPMN standard writes them',
    between(
      't',
      '<userTask id="t"><potentialOwner><resourceAssignmentExpression/></potentialOwner></userTask>',
    ),
    't: use kontor:performer to say who does the task',
  ],
  [
    'an event gateway before a task with a boundary event',
    `${START}<eventBasedGateway id="g"/><receiveTask id="a" messageRef="hello"/>
     <intermediateCatchEvent id="b"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>
     <boundaryEvent id="x" attachedToRef="a"><errorEventDefinition/></boundaryEvent>
     ${flow('f', 'start', 'g')}${flow('ga', 'g', 'a')}${flow('gb', 'g', 'b')}`,
    'g: each flow out of an event gateway must lead to an event of its own',
  ],
  [
    'a link to nowhere',
    `${START}<intermediateThrowEvent id="l"><linkEventDefinition name="x"/></intermediateThrowEvent>${flow('f', 'start', 'l')}`,
    'l: no link event "x" goes on from here',
  ],
  [
    'an exit that asks in an unknown way',
    between('t', '<userTask id="t"/>').replace('id="out"', 'id="out" kontor:confirm="maybe"'),
    'out: kontor:confirm is one of none, text, form',
  ],
  ['a missing setting', step('status', { target: 'who' }), 't: the setting "status" is missing'],
  [
    'an unknown setting',
    step('app_update', { target: 'who', colour: 'red' }),
    't: unknown setting "colour", expected one of target',
  ],
  [
    'a setting with an unknown value',
    step('approval_list_close', { targetFieldCode: 'who', approved: 'maybe' }),
    't: the setting "approved" is one of true, false',
  ],
  [
    'a service task without work',
    between('t', '<serviceTask id="t"/>'),
    't: the setting "module" is missing',
  ],
  [
    'an unknown target',
    step('app_update', { target: 'nobody' }),
    't: unknown variable "nobody" in "nobody"',
  ],
  [
    'an unknown result',
    step('app_create', { app: 'a/b', result: 'nope' }),
    't: unknown variable "nope"',
  ],
  [
    'an unknown performer',
    between('t', '<userTask id="t" kontor:performer="variable:nobody"/>'),
    't: unknown variable "nobody"',
  ],
  [
    'a loop over nothing',
    looped('<multiInstanceLoopCharacteristics/>'),
    't: a loop needs a list or a number of runs',
  ],
  [
    'a loop without an end',
    looped('<standardLoopCharacteristics/>'),
    't: a loop needs a condition or a maximum',
  ],
  [
    'a loop with a maximum of 0',
    looped('<standardLoopCharacteristics loopMaximum="0"/>'),
    't: the maximum of a loop must be a whole number above 0',
  ],
  [
    'a loop with a negative number of runs',
    looped(
      '<multiInstanceLoopCharacteristics><loopCardinality>-1</loopCardinality></multiInstanceLoopCharacteristics>',
    ),
    't: a loop cannot run "-1" times',
  ],
  [
    'a script of another language',
    between('t', '<scriptTask id="t" scriptFormat="groovy"><script>x</script></scriptTask>'),
    't: scripts are written in JavaScript',
  ],
  [
    'a quantity of 0',
    between('t', '<task id="t" startQuantity="0"/>'),
    't: a quantity must be a whole number from 1 to 100',
  ],
  [
    'a quantity that nothing can hold',
    between('t', '<task id="t" completionQuantity="1000000000"/>'),
    't: a quantity must be a whole number from 1 to 100',
  ],
  [
    'a condition of another language',
    `${START}<exclusiveGateway id="g" default="no"/>${END}${flow('in', 'start', 'g')}
     <sequenceFlow id="yes" sourceRef="g" targetRef="end"><conditionExpression xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="tFormalExpression" language="groovy">paid</conditionExpression></sequenceFlow>
     ${flow('no', 'g', 'end')}`,
    'yes: conditions are written in CEL, not groovy',
  ],
  [
    'a mapping into a field',
    between(
      't',
      `<businessRuleTask id="t">${extended({}, [['in', 'amount', 'order.amount']])}</businessRuleTask>`,
    ),
    't: "order.amount" is no name of a variable',
  ],
  [
    'an invalid decision',
    between('t', `<businessRuleTask id="t">${extended({ decision: '{}' })}</businessRuleTask>`),
    expect.stringContaining('t: the decision cannot be read') as unknown as string,
  ],
  [
    'an activity for compensation in the flow',
    between('t', '<task id="t" isForCompensation="true"/>'),
    't: an activity for compensation cannot have incoming or outgoing flows: an association leads to it',
  ],
  [
    'a repetition that never happens',
    timer('<timeCycle>R0/PT1H</timeCycle>'),
    'c: "R0/PT1H" repeats zero times: it would never happen',
  ],
  [
    'a repetition without sense',
    timer('<timeCycle>R99999999999/PT1H</timeCycle>'),
    'c: "R99999999999/PT1H" repeats too often: "R/" without a number repeats for ever',
  ],
  [
    'more working time than there is',
    timer('<timeDuration>99999 working days</timeDuration>'),
    'c: "99999 working days" is more than ten years of working time',
  ],
  [
    'a due date that nobody sees',
    between('t', '<userTask id="t" kontor:due="P9000Y"/>'),
    't: "P9000Y" is longer than a thousand years',
  ],
  [
    'two plain starts',
    `${START}<startEvent id="again"/>${END}${flow('f', 'start', 'end')}${flow('g', 'again', 'end')}`,
    'again: the process already has a plain start event: this one begins only by its id',
  ],
]

test.each(cases)('%s is refused', async (_, inner, expected) => {
  expect(await problemsOf(inner)).toContainEqual(expected)
})

test.each([
  ['structured conditions', gateway('{"gt":[{"field":"amount"},{"const":5}]}')],
  ['conditions wrapped as other tools do', gateway(`$${'{amount &gt; 5}'}`)],
  ['system values', gateway('__createdBy == "ann"')],
  [
    'a call of an existing process',
    between('c', '<callActivity id="c" calledElement="desk/escalate"/>'),
  ],
  ['a date from a variable', timer('<timeDate>name</timeDate>')],
  [
    'existing functions and members',
    gateway('price.cents &gt; 5.0 &amp;&amp; name.startsWith("A") &amp;&amp; size(name) &gt; 2'),
  ],
  [
    'a cron expression with a time zone',
    timer('<timeCycle>TZ=Europe/Berlin 0 9 * * 1-5</timeCycle>'),
  ],
  [
    'a join of two branches of a choice inside a cycle',
    `${START}<exclusiveGateway id="m"/><userTask id="g"/><task id="a"/><task id="b"/><parallelGateway id="split"/><parallelGateway id="j"/>${END}
     ${flow('in', 'start', 'split')}${flow('s1', 'split', 'm')}${flow('s2', 'split', 'm')}${flow('mg', 'm', 'g')}
     ${flow('yes', 'g', 'a', 'name="A"')}${flow('no', 'g', 'b', 'name="B"')}
     ${flow('fa', 'a', 'j')}${flow('fb', 'b', 'j')}${flow('out', 'j', 'end')}`,
  ],
])('%s are fine', async (_, inner) => {
  expect(await problemsOf(inner)).toEqual([])
})
