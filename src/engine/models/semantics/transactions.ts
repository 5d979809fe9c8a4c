import type { Simulation } from '../../simulate.ts'
import type { Row } from './row.ts'

export function transactions(): Row[] {
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
    {
      element,
      rule: 'of several runs, cancel undoes all: those that are done and those that run',
      model: 'element-transaction-multi',
      play: (it) => {
        it.submit('pay', 'pay_te')
        it.submit('pay', 'pay_cancel')
      },
      trace:
        's trip ts ts ts book book book pay pay pay te cancel undo_book undo_book undo_book cancelled no_trip',
    },
  ]
}
