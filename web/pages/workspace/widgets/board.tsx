import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { Board } from '../../apps/board/board.tsx'
import { useApp } from '../../apps/item/app.ts'
import { type App, defaultColumns, useListFields } from '../../apps/table/fields.ts'
import { useNavigationApp } from '../../apps/table/use-navigation-app.ts'
import { readView } from '../../apps/table/view.ts'
import { useNumbers } from './use-numbers.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'board'>['settings']

export function BoardWidget({ settings }: { name: string; settings: Settings }) {
  const app = useApp(placeOf(settings.app))
  return (
    <Shown of={app}>{({ application }) => <Items settings={settings} app={application} />}</Shown>
  )
}

function Items({ settings, app }: { settings: Settings; app: App }) {
  const fields = useListFields(app)
  const { rights } = useNavigationApp(app)
  const { group = '', card = defaultColumns(app, fields), filter, sumOf } = settings
  const columns = card.flatMap((code) => fields.find((field) => field.code === code) ?? [])
  const sums = useSums(
    settings,
    fields.find(({ code }) => code === sumOf),
  )
  return (
    <Board
      app={app}
      fields={fields}
      columns={columns}
      view={{ ...readView(new URLSearchParams()), as: 'board', group }}
      rights={rights}
      {...(filter && { filter })}
      {...(sums && { sums })}
    />
  )
}

/** The sum of each column, by the number of its status. */
function useSums({ app, filter, sumOf }: Settings, field: Field | undefined) {
  const { data } = useNumbers(
    {
      ...(field && { app }),
      ...(filter && { filter }),
      function: 'sum',
      ...(sumOf && { field: sumOf }),
    },
    { groupBy: [{ field: '__status' }] },
  )
  if (!field || !data) return undefined
  return new Map(
    data.groups.map(({ keys, values }) => [
      (keys[0] as { status: number } | null)?.status ?? 0,
      <FieldValue key="sum" field={field} value={values[0]} isShort />,
    ]),
  )
}
