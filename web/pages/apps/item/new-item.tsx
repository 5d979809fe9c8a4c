import { Alert, Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { fieldsOf } from '../../../../src/engine/form.ts'
import { useChange } from '../../../api.ts'
import { DraftOffer } from '../../../components/draft-offer.tsx'
import { useFormDraft } from '../../../components/form-draft.ts'
import { useMe } from '../../../frame/session.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import { type App, isSame, type Values } from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { missing, NO_ERRORS, toFormErrors } from './form-errors.ts'
import { layoutOf, useForm } from './form-layout.ts'
import { FormTabs } from './form-tabs.tsx'
import { ItemForm } from './item-form.tsx'

/** What a new item begins with; whoever fills it in is responsible where the app says so. */
export function useDefaults(app: App): Values {
  const me = useMe()
  return useMemo(
    () =>
      Object.fromEntries(
        app.fields.flatMap(({ code, defaultValue, data }) => {
          if (defaultValue !== null) return [[code, defaultValue]]
          return data.creatorByDefault ? [[code, [me.id]]] : []
        }),
      ),
    [app, me.id],
  )
}

type NewItemProps = {
  app: App
  /** What it begins with, defaults included. */
  given: Values
  /** Under which unsaved values are kept. */
  place: string
  onCreated: (id: string) => void
  onCancel: () => void
}

/** The form of a new item. */
export function NewItem({ app, given, place, onCreated, onCancel }: NewItemProps) {
  const t = useTexts()
  const records = useRecordTexts()
  const [first] = useState(given)
  const [values, setValues] = useState(first)
  const defaults = useDefaults(app)
  const isChanged = isOther(values, first)
  const draft = useFormDraft(place, isChanged ? values : undefined)
  const create = useChange('apps', 'createItem', {
    onDone: ({ item }) => {
      draft.forget()
      onCreated(item.__id)
    },
    onFail: focusFirstError,
  })
  const form = useForm(app, 'create', values)
  const { fields } = form
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const [isEmpty, setEmpty] = useState(false)
  const errors = create.error ? toFormErrors(create.error, fields, t) : NO_ERRORS
  const wrong = { ...errors.byField, ...lacking }
  const submit = () => {
    if (create.isPending) return
    const found = missing(fields, values, t)
    setLacking(found)
    const isBlank = !isOther(values, defaults)
    setEmpty(isBlank)
    if (Object.keys(found).length > 0 || isBlank) return focusFirstError()
    const hidden = new Set(
      fieldsOf(layoutOf(app, 'create'))
        .map(({ code }) => code)
        .filter((code) => !fields.some((field) => field.code === code)),
    )
    const context = Object.fromEntries(Object.entries(values).filter(([code]) => !hidden.has(code)))
    create.mutate({
      params: { namespace: app.namespace, code: app.code },
      input: { context, withEventForceCreate: true, byForm: true },
    })
  }
  return (
    <ItemForm
      onSave={submit}
      others={errors.others}
      above={
        <>
          <DraftOffer
            draft={draft}
            of={app.elementName}
            onTake={(kept) => setValues((all) => ({ ...all, ...kept }))}
          />
          {isEmpty && !isOther(values, defaults) && (
            <Alert color="yellow" mb="md" role="alert">
              {records.empty}
            </Alert>
          )}
        </>
      }
    >
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
        <Button
          variant="default"
          onClick={() => {
            draft.forget()
            onCancel()
          }}
        >
          {t.frame.actions.cancel}
        </Button>
      </Group>
    </ItemForm>
  )
}

const isOther = (values: Values, first: Values): boolean =>
  [...new Set([...Object.keys(values), ...Object.keys(first)])].some(
    (code) => !isSame(values[code] || null, first[code] || null),
  )

/** Whoever fills in a long form is led to what is missing. */
function focusFirstError() {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form [aria-invalid="true"], form [data-error]')?.focus(),
  )
}
