import { Shown } from '../../../components/states.tsx'
import { Board } from '../../apps/board/board.tsx'
import { useApp } from '../../apps/item/app.ts'
import { type App, defaultColumns, fitsOnCard, useListFields } from '../../apps/table/fields.ts'
import { useNavigationApp } from '../../apps/table/use-navigation-app.ts'
import { readView } from '../../apps/table/view.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'board'>['settings']

const FEW = 3

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
  const shown = card.flatMap((code) => fields.find((field) => field.code === code) ?? [])
  return (
    <Board
      app={app}
      fields={fields}
      card={shown.filter(fitsOnCard).slice(0, FEW)}
      view={{ ...readView(new URLSearchParams()), as: 'board', group, sumOf: sumOf ?? '' }}
      rights={rights}
      {...(filter && { filter })}
    />
  )
}
