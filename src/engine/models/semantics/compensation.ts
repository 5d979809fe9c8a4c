import type { Row } from './row.ts'

export function compensation(): Row[] {
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
