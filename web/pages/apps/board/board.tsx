import { DragDropContext, type DragStart, type DropResult } from '@hello-pangea/dnd'
import { SegmentedControl } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { type Asked, MoveForm } from '../move-form.tsx'
import { type Hindrance, missingIn, useHindrances } from '../moves.ts'
import { type App, fitsOnCard } from '../table/fields.ts'
import { askedBy } from '../table/item-list.tsx'
import type { Rights } from '../table/use-navigation-app.ts'
import type { View } from '../table/view.ts'
import classes from './board.module.css'
import { Column } from './column.tsx'
import { useMove } from './use-move.ts'
import type { Sums } from './use-sums.tsx'

// The page around a board fits the window and never scrolls, which the library cannot know.
Object.assign(window, { '__@hello-pangea/dnd-disable-dev-warnings': true })

type BoardProps = {
  app: App
  fields: Field[]
  /** What a card says below its name. */
  card: Field[]
  /** The field whose value colours a card. */
  colourBy?: Field | undefined
  view: View
  /** Absent where the group of statuses is fixed; then it is one group. */
  onView?: (part: Partial<View>) => void
  rights: Rights | undefined
  /** In place of the filter of the view. */
  filter?: Record<string, unknown>
  /** Beside the number of cards of a status. */
  sums?: Sums | undefined
}

/** Items by their status; a card is moved by hand, or by space and the arrows. */
export function Board(props: BoardProps) {
  const { namespace, code } = props.app
  const settings = useApi(
    'apps',
    'statusSettings',
    { params: { namespace, code } },
    { fresh: 60_000 },
  )
  return <Shown of={settings}>{(known) => <Groups {...props} settings={known} />}</Shown>
}

type Settings = ReplyOf<'apps', 'statusSettings'>

function Groups({
  app,
  fields,
  card,
  colourBy,
  view,
  onView,
  rights,
  filter,
  sums,
  settings,
}: BoardProps & { settings: Settings }) {
  const t = useTexts()
  const { groupItems } = settings
  const chosen = groupItems.find((each) => each.code === view.group)
  const groups = chosen ? [chosen] : onView ? groupItems : groupItems.slice(0, 1)
  const statuses = statusesIn(settings, groups, view.shared?.statusCode)
  const bands = groups.filter(({ id }) => statuses.some(({ groupId }) => groupId === id))
  const shown = colourBy && fitsOnCard(colourBy) ? [...new Set([...card, colourBy])] : card
  const viewed = askedBy(app, view, colourBy ? [...shown, colourBy] : shown)
  const asked = filter ? { ...viewed, input: { ...viewed.input, filter } } : viewed
  const [wanting, want] = useState<Asked>()
  const move = useMove(asked)
  const { lift, putDown, hindranceOf } = useLifted(app, settings.transitions !== undefined)
  const drop = ({ draggableId: id, source, destination }: DropResult) => {
    putDown()
    const status = statuses.find(({ code }) => code === destination?.droppableId)
    if (!destination || !status || status.code === source.droppableId) return
    const ask = (missing: Field[]) => want({ id, status, fields: missing })
    const { asks } = hindranceOf(status.code)
    if (asks) return ask(asks)
    void move(
      { id, from: source.droppableId, to: status.code, position: destination.index },
      (error) => {
        const missing = missingIn(error, app.fields)
        if (missing) ask(missing)
        return missing !== undefined
      },
    )
  }
  return (
    <div className={classes.all}>
      {onView && groupItems.length > 1 && (
        <SegmentedControl
          size="xs"
          className={classes.groups}
          aria-label={t.apps.board.groups}
          data={[
            { value: '', label: t.apps.board.allGroups },
            ...groupItems.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={chosen?.code ?? ''}
          onChange={(next) => onView({ group: next })}
        />
      )}
      <DragDropContext
        onDragStart={lift}
        onDragEnd={drop}
        dragHandleUsageInstructions={t.apps.board.instructions}
      >
        <div className={classes.board}>
          {bands.map((group) => {
            const inside = statuses.filter(({ groupId }) => groupId === group.id)
            return (
              <div
                key={group.code}
                className={classes.group}
                style={{ '--columns': inside.length } as CSSProperties}
              >
                {bands.length > 1 && <p className={classes.band}>{group.name}</p>}
                <div className={classes.statuses}>
                  {inside.map((status) => (
                    <Column
                      key={status.code}
                      status={status}
                      statuses={fields.find(({ type }) => type === 'STATUS')}
                      asked={asked}
                      app={app}
                      fields={shown}
                      colourBy={colourBy}
                      isFixed={!rights?.update}
                      sum={sums?.get(status.id)}
                      hindrance={hindranceOf(status.code)}
                    />
                  ))}
                </div>
              </div>
            )
          })}
        </div>
      </DragDropContext>
      {wanting && <MoveForm app={app} asked={wanting} onClose={() => want(undefined)} />}
    </div>
  )
}

/** The statuses of some groups, as far as the view has them. */
const statusesIn = (
  { statusItems }: Settings,
  groups: Settings['groupItems'],
  codes: readonly string[] | undefined,
) =>
  statusItems.filter(
    ({ groupId, code }) =>
      groups.some(({ id }) => id === groupId) && (codes?.includes(code) ?? true),
  )

/** The card in somebody's hand, and what it meets in the columns. */
function useLifted({ namespace, code, fields }: App, hasTransitions: boolean) {
  const [lifted, setLifted] = useState<DragStart>()
  const hindrances = useHindrances(fields)
  const id = lifted?.draggableId ?? ''
  const { data } = useApi(
    'apps',
    'getItem',
    { params: { namespace, code, id }, input: { fields: { __id: true } } },
    { enabled: lifted !== undefined && hasTransitions },
  )
  return {
    lift: setLifted,
    putDown: () => setLifted(undefined),
    hindranceOf: (status: string): Hindrance =>
      lifted && status !== lifted.source.droppableId ? hindrances(data?.transitions, status) : {},
  }
}
