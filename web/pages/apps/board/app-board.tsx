import type { Field } from '../../../fields/field.ts'
import { type App, defaultCard, fitsOnCard } from '../table/fields.ts'
import type { Rights } from '../table/use-navigation-app.ts'
import type { View } from '../table/view.ts'
import { Board } from './board.tsx'

type AppBoardProps = {
  app: App
  fields: Field[]
  columns: Field[]
  /** Whether somebody has chosen the columns, which are then on the cards. */
  isChosen: boolean
  view: View
  onView: (part: Partial<View>) => void
  rights: Rights | undefined
}

/** The board of an app: as its view says, or with what cards are usually looked at for. */
export function AppBoard({ isChosen, columns, ...props }: AppBoardProps) {
  const { fields, view } = props
  const card = view.shared?.card
  const byCode = (code: string) => fields.find((field) => field.code === code) ?? []
  const chosen = isChosen ? columns.filter(fitsOnCard) : undefined
  const defined = card?.flatMap(byCode).filter(fitsOnCard)
  return <Board {...props} card={chosen ?? defined ?? defaultCard(fields, columns)} />
}
