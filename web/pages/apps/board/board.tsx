import { DragDropContext, type DragStart, type DropResult } from '@hello-pangea/dnd'
import { SegmentedControl } from '@mantine/core'
import { useRef, useState } from 'react'
import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { useColours } from '../colours.ts'
import { valueToStore } from '../groups.ts'
import { MoveForm, type PendingMove } from '../move-form.tsx'
import { type Hindrance, missingIn } from '../moves.ts'
import { type App, isSummed } from '../table/fields.ts'
import { askedBy } from '../table/item-list.tsx'
import type { Rights } from '../table/use-navigation-app.ts'
import type { View } from '../table/view.ts'
import { useViewTexts } from '../view-texts.ts'
import { Bands } from './bands.tsx'
import classes from './board.module.css'
import {
  askedIn,
  type BoardColumn,
  choiceColumns,
  type StatusSettings,
  statusColumns,
} from './columns.tsx'
import { Lanes } from './lanes.tsx'
import { type BoardParts, type Cell, cellId } from './parts.ts'
import { QuickAdd } from './quick-add.tsx'
import { startOf } from './start.ts'
import { useColumnHindrances } from './use-hindrances.ts'
import { type Change, useMove } from './use-move.ts'
import { useNumbers } from './use-numbers.tsx'

// The page around a board fits the window and never scrolls, which the library cannot know.
Object.assign(window, { '__@hello-pangea/dnd-disable-dev-warnings': true })

type BoardProps = {
  app: App
  fields: Field[]
  /** What a card says below its name. */
  card: Field[]
  view: View
  /** Absent where the group of statuses is fixed; then it is one group. */
  onView?: (part: Partial<View>) => void
  rights: Rights | undefined
  /** In place of the filter of the view. */
  filter?: Record<string, unknown>
}

/** Items by their status or by a choice; a card is moved by hand, by its menu, or by the keyboard. */
export function Board(props: BoardProps) {
  const { namespace, code } = props.app
  const settings = useApi(
    'apps',
    'statusSettings',
    { params: { namespace, code } },
    { fresh: 60_000 },
  )
  return <Shown of={settings}>{(known) => <Columns {...props} settings={known} />}</Shown>
}

function Columns({ settings, ...props }: BoardProps & { settings: StatusSettings }) {
  const { app, fields, view, onView, rights } = props
  const t = useTexts()
  const texts = useViewTexts().board
  const fieldOf = (code: string) => fields.find((field) => field.code === code)
  const by = fieldOf(view.groupBy) ?? fieldOf('__status')
  const lanesBy = fieldOf(view.lanes)
  const sumOf = fieldOf(view.sumOf) ?? fields.find(({ type }) => type === 'MONEY')
  const isByStatus = by?.type === 'STATUS'
  const group = view.group || (onView ? '' : (settings.groupItems[0]?.code ?? ''))
  const all = isByStatus
    ? statusColumns(settings, by, { ...view, group })
    : by
      ? choiceColumns(by, view, texts.without(by.view.name))
      : []
  const colours = useColours(view, fields)
  const viewed = askedBy(app, view, [...new Set([...props.card, ...colours.needs])])
  const { filter = viewed.input?.filter } = props
  const asked = { ...viewed, input: { ...viewed.input, filter } }
  const summed = sumOf && isSummed(sumOf) ? sumOf : undefined
  const shown = isByStatus ? { statusCode: all.map(({ code }) => code) } : {}
  const counted = { ...asked, input: { ...asked.input, ...shown } }
  const numbers = useNumbers(counted, { by, lanes: lanesBy, sumOf: summed })
  const columns = all.filter(({ code, word }) => code !== '' || numbers.ofColumn(word).count > 0)
  const [lifted, setLifted] = useState<{ id: string; column: string }>()
  const hindranceAt = useColumnHindrances(app, by, lifted?.id)
  const { wanting, want, put } = usePut({ app, by, lanesBy, asked })
  const [adding, add] = useState<BoardColumn>()
  const focused = useRef<string>(undefined)
  const cells = (columns as BoardColumn[]).flatMap((column) =>
    lanesBy ? numbers.lanes.map((lane): Cell => ({ column, lane })) : [{ column }],
  )
  const cellOf = (id: string | undefined) => cells.find((cell) => cellId(cell) === id)
  const lift = ({ draggableId: id, source }: DragStart) =>
    setLifted({ id, column: cellOf(source.droppableId)?.column.word ?? '' })
  const hindranceOf = (column: BoardColumn): Hindrance => {
    if (!lifted || column.word === lifted.column) return {}
    const { limit } = column
    const isFull = limit !== undefined && numbers.ofColumn(column.word).count >= limit
    const met = hindranceAt(column)
    return { ...(isFull && { hint: texts.full(limit) }), ...met }
  }
  const move = (id: string, from: Cell, to: Cell, position: number, asks: Field[] | undefined) => {
    focused.current = id
    put({ id, from, to, position, asks })
  }
  const drop = ({ draggableId: id, source, destination }: DropResult) => {
    const [from, to] = [cellOf(source.droppableId), cellOf(destination?.droppableId)]
    setLifted(undefined)
    if (!destination || !from || !to || from === to) return
    const { asks } = from.column === to.column ? {} : hindranceOf(to.column)
    move(id, from, to, destination.index, asks)
  }
  const startIn = (column: BoardColumn) =>
    rights?.create && onView ? startOf(settings, isByStatus ? column.code : undefined) : undefined
  const parts: BoardParts = {
    columns,
    numbers,
    card: {
      app,
      by,
      columns,
      fields: props.card,
      hueOf: colours.hueOf,
      isFixed: !rights?.update || (!isByStatus && by?.readonly === true),
      focused,
      onMove: (id, from, column, asks) => move(id, from, { ...from, column }, 0, asks),
    },
    askedFor: ({ column, lane }) => askedIn(asked, column, lane),
    hindranceOf,
    addTo: (column) => (startIn(column) ? () => add(column) : undefined),
  }
  const start = adding && startIn(adding)
  return (
    <div className={classes.all}>
      {onView && isByStatus && settings.groupItems.length > 1 && (
        <SegmentedControl
          size="xs"
          className={classes.groups}
          aria-label={t.apps.board.groups}
          data={[
            { value: '', label: t.apps.board.allGroups },
            ...settings.groupItems.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={view.group}
          onChange={(next) => onView({ group: next })}
        />
      )}
      <DragDropContext
        onDragStart={lift}
        onDragEnd={drop}
        dragHandleUsageInstructions={t.apps.board.instructions}
      >
        {lanesBy ? (
          <Lanes {...parts} field={lanesBy} />
        ) : (
          <Bands {...parts} bands={isByStatus ? settings.groupItems : []} />
        )}
      </DragDropContext>
      {wanting && <MoveForm app={app} asked={wanting} onClose={() => want(undefined)} />}
      {adding && start && (
        <QuickAdd
          app={app}
          title={texts.addTo(adding.name)}
          card={props.card}
          requires={start.requires}
          status={isByStatus ? adding.code : undefined}
          values={isByStatus || !by ? {} : { [by.code]: valueToStore(by, [{ code: adding.code }]) }}
          onClose={() => add(undefined)}
        />
      )}
    </div>
  )
}

type Put = { id: string; from: Cell; to: Cell; position: number; asks: Field[] | undefined }
type Putting = {
  app: App
  by: Field | undefined
  lanesBy: Field | undefined
  asked: Parameters<typeof askedIn>[0]
}

/** Puts cards into other cells, and asks for what that needs. */
function usePut({ app, by, lanesBy, asked }: Putting) {
  const [wanting, want] = useState<PendingMove>()
  const move = useMove()
  const put = ({ id, from, to, position, asks }: Put) => {
    const isOther = from.column.word !== to.column.word
    const isStatus = by?.type === 'STATUS'
    const context = {
      ...(isOther &&
        by &&
        !isStatus && { [by.code]: valueToStore(by, [{ code: to.column.code }]) }),
      ...(lanesBy &&
        to.lane?.word !== from.lane?.word && {
          [lanesBy.code]: valueToStore(lanesBy, to.lane?.value),
        }),
    }
    const change: Change = { context, ...(isOther && isStatus && { status: to.column.code }) }
    const ask = (fields: Field[]) => want({ id, status: to.column, fields, context })
    if (asks) return ask(asks)
    const isHandled = (error: unknown) => {
      const missing = change.status === undefined ? undefined : missingIn(error, app.fields)
      if (missing) ask(missing)
      return missing !== undefined
    }
    const [source, target] = [from, to].map(({ column, lane }) => askedIn(asked, column, lane))
    if (source && target) void move({ id, from: source, to: target, position, change }, isHandled)
  }
  return { wanting, want, put }
}
