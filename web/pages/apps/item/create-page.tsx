import { Alert, Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { fieldsOf } from '../../../../src/engine/form.ts'
import { useApi, useChange } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Loading, Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { type App, type AppAddress, isOwn, useApp, type Values } from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { missing, NO_ERRORS, toFormErrors } from './form-errors.ts'
import { layoutOf, useForm } from './form-layout.ts'
import { FormTabs } from './form-tabs.tsx'

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
        if (from === null) {
          const values = { ...defaultsOf(application), ...givenIn(search, application) }
          return <CreateForm app={application} address={address} values={values} />
        }
        if (!original.data && !original.error) return <Loading />
        const values = copyOf(application, original.data?.item ?? {})
        return <CreateForm app={application} address={address} values={values} />
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

const defaultsOf = (app: App): Values =>
  Object.fromEntries(
    app.fields
      .filter(({ defaultValue }) => defaultValue !== null)
      .map(({ code, defaultValue }) => [code, defaultValue]),
  )

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

type CreateFormProps = { app: App; address: AppAddress; values: Values }

function CreateForm({ app, address, values: given }: CreateFormProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [values, setValues] = useState(given)
  const create = useChange('apps', 'createItem', {
    onDone: ({ item }) =>
      void navigate(links.item(address.namespace, address.code, item.__id), { replace: true }),
    onFail: focusFirstError,
  })
  const form = useForm(app, 'create', values)
  const { fields } = form
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const errors = create.error ? toFormErrors(create.error, fields, t) : NO_ERRORS
  const wrong = { ...errors.byField, ...lacking }
  const submit = () => {
    const found = missing(fields, values, t)
    setLacking(found)
    if (Object.keys(found).length > 0) return focusFirstError()
    const hidden = new Set(
      fieldsOf(layoutOf(app, 'create'))
        .map(({ code }) => code)
        .filter((code) => !fields.some((field) => field.code === code)),
    )
    const context = Object.fromEntries(Object.entries(values).filter(([code]) => !hidden.has(code)))
    create.mutate({
      params: address,
      input: { context, withEventForceCreate: true, byForm: true },
    })
  }
  return (
    <Page
      title={t.items.form.newTitle(app.elementName)}
      above={
        <Anchor component={Link} inherit to={links.app(address.namespace, address.code)}>
          {app.name}
        </Anchor>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {errors.others.length > 0 && (
          <Alert color="red" mb="md" role="alert">
            {errors.others.join('; ')}
          </Alert>
        )}
        <FormTabs form={form} wrong={Object.keys(wrong)}>
          {(section) => (
            <FieldsForm
              fields={section.fields}
              columns={section.columns}
              values={values}
              errors={wrong}
              onChange={(code, value) => setValues((all) => ({ ...all, [code]: value }))}
            />
          )}
        </FormTabs>
        <Group mt="lg" gap="xs">
          <Button type="submit" loading={create.isPending}>
            {t.frame.actions.create}
          </Button>
          <Button variant="default" onClick={() => void navigate(-1)}>
            {t.frame.actions.cancel}
          </Button>
        </Group>
      </form>
    </Page>
  )
}

/** Whoever fills in a long form is led to what is missing. */
function focusFirstError() {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form [aria-invalid="true"], form [data-error]')?.focus(),
  )
}
