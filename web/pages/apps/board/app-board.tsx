import type { Field } from '../../../fields/field.ts'
import { type App, defaultCard, fitsOnCard } from '../table/fields.ts'
import type { Rights } from '../table/use-navigation-app.ts'
import { filterOf, type View } from '../table/view.ts'
import { Board } from './board.tsx'
import { useSums } from './use-sums.tsx'

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

const FEW = 3

/** The board of an app: as its view says, or with what cards are usually looked at for. */
export function AppBoard({ isChosen, columns, ...props }: AppBoardProps) {
  const { app, fields, view } = props
  const { card, sumOf, colourBy } = view.shared ?? {}
  const byCode = (code: string) => fields.find((field) => field.code === code) ?? []
  const usual = isChosen ? columns.filter(fitsOnCard).slice(0, FEW) : defaultCard(fields, columns)
  const summed = fields.find(({ code, type }) => (sumOf ? code === sumOf : type === 'MONEY'))
  return (
    <Board
      {...props}
      card={card ? card.flatMap(byCode).filter(fitsOnCard) : usual}
      colourBy={fields.find(({ code }) => code === colourBy)}
      sums={useSums(app, summed, filterOf(view))}
    />
  )
}
