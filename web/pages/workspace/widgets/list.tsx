import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Shown } from '../../../components/states.tsx'
import { FieldValue } from '../../../fields/registry.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { useApp } from '../../apps/item/app.ts'
import {
  type App,
  defaultColumns,
  type Item,
  isRight,
  useListFields,
  wantedFields,
} from '../../apps/table/fields.ts'
import classes from '../workspace.module.css'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'list'>['settings']

const SIZE = 10
const FEW_COLUMNS = 4
const NEWEST = [{ field: '__createdAt', ascending: false }]

/** The first items of a list. */
export function ListWidget({ name, settings }: { name: string; settings: Settings }) {
  const app = useApp(placeOf(settings.app))
  return (
    <Shown of={app}>
      {({ application }) => <Items name={name} settings={settings} app={application} />}
    </Shown>
  )
}

function Items({ name, settings, app }: { name: string; settings: Settings; app: App }) {
  const t = useTexts()
  const { namespace, code } = app
  const fields = useListFields(app)
  const codes = settings.columns ?? defaultColumns(app, fields).slice(0, FEW_COLUMNS)
  const shown = codes.flatMap((each) => fields.find((field) => field.code === each) ?? [])
  const { filter = {}, statusCode, sort, size = SIZE } = settings
  const asked = useApi(
    'apps',
    'listItems',
    {
      params: { namespace, code },
      input: {
        active: true,
        filter,
        ...(statusCode && { statusCode }),
        sortExpressions: sort ?? NEWEST,
        fields: wantedFields(shown),
        size,
      },
    },
    { keep: true },
  )
  const columns = shown.map((field): Column<Item> => {
    const isName = field.code === '__name'
    return {
      key: field.code,
      title: field.view.name,
      isNumber: isRight(field),
      cell: (item) =>
        isName ? (
          <Anchor component={Link} to={links.item(namespace, code, item.__id)} inherit>
            {String(item.__name ?? '') || t.apps.unnamed}
          </Anchor>
        ) : (
          <FieldValue field={field} value={item[field.code]} isShort />
        ),
    }
  })
  return (
    <Shown of={asked}>
      {({ result }) => (
        <>
          <div className={classes.cells}>
            <ListTable
              label={name}
              columns={columns}
              rows={result.result as Item[]}
              idOf={({ __id }) => __id}
              empty={<p className={classes.none}>{t.pages.nothing}</p>}
            />
          </div>
          {(result.total ?? 0) > size && (
            <div className={classes.foot}>
              <Anchor component={Link} to={links.app(namespace, code)} inherit>
                {t.pages.all(result.total ?? 0)}
              </Anchor>
            </div>
          )}
        </>
      )}
    </Shown>
  )
}
