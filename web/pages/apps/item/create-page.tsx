import { Anchor } from '@mantine/core'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Loading, Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { type App, type AppAddress, isOwn, useApp, type Values } from './app.ts'
import { NewItem, useDefaults } from './new-item.tsx'

/** A new item: empty, or with the values of another one. */
export function CreatePage() {
  const { namespace = '', code = '' } = useParams()
  const [search] = useSearchParams()
  const from = search.get('from')
  const address = { namespace, code }
  const app = useApp(address)
  const original = useApi(
    'apps',
    'getItem',
    { params: { ...address, id: from ?? '' }, input: {} },
    { enabled: from !== null },
  )
  return (
    <Shown of={app}>
      {({ application }) => {
        if (from !== null && !original.data && !original.error) return <Loading />
        const given =
          from === null
            ? givenIn(search, application)
            : copyOf(application, original.data?.item ?? {})
        return <NewPage app={application} address={address} given={given} />
      }}
    </Shown>
  )
}

const copyOf = (app: App, item: Values): Values =>
  Object.fromEntries(
    app.fields
      .filter(({ code, deleted }) => !deleted && (!code.startsWith('__') || code === '__name'))
      .map(({ code }) => [code, withoutRowIds(item[code])]),
  )

/** The rows of a copy are rows of their own. */
function withoutRowIds(value: unknown): unknown {
  const rows = (value as { rows?: Values[] } | null | undefined)?.rows
  return Array.isArray(rows) ? { rows: rows.map(({ __id: _, ...row }) => row) } : value
}

/** Values that a link brings along: `?with={"starts":"2026-03-01"}`. */
function givenIn(search: URLSearchParams, app: App): Values {
  try {
    const given = JSON.parse(search.get('with') ?? '{}') as Values
    const known = app.fields.filter(isOwn).filter(({ code }) => Object.hasOwn(given, code))
    return Object.fromEntries(known.map(({ code }) => [code, given[code]]))
  } catch {
    return {}
  }
}

type NewPageProps = { app: App; address: AppAddress; given: Values }

function NewPage({ app, address: { namespace, code }, given }: NewPageProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const defaults = useDefaults(app)
  return (
    <Page
      title={t.items.form.newTitle(app.elementName)}
      above={
        <Anchor component={Link} inherit to={links.app(namespace, code)}>
          {app.name}
        </Anchor>
      }
    >
      <NewItem
        app={app}
        given={{ ...defaults, ...given }}
        place={`${namespace}/${code}/new?${search}`}
        onCreated={(id) => void navigate(links.item(namespace, code, id), { replace: true })}
        onCancel={() => void navigate(-1)}
      />
    </Page>
  )
}
