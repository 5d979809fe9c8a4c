import { Paper, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { layoutOf, type WrittenForm } from '../../../../../src/engine/form.ts'
import { useApi } from '../../../../api.ts'
import type { Field } from '../../../../fields/field.ts'
import { type App, type Item, useItem } from '../../../apps/item/app.ts'
import { FieldsForm } from '../../../apps/item/fields-form.tsx'
import { FieldsView } from '../../../apps/item/fields-view.tsx'
import { useForm } from '../../../apps/item/form-layout.ts'
import { FormTabs } from '../../../apps/item/form-tabs.tsx'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { appIn, draftFields, useNameField, usePublished } from '../draft-fields.ts'
import type { AppPartProps } from '../part.ts'
import type { FormName } from './forms-tab.tsx'

/** Inputs that lead into what may not be published yet. */
const NEEDS_SERVER = ['TABLE', 'SYS_COLLECTION', 'REF_ITEM', 'FILE', 'IMAGE']

const FEW = 20
const NEWEST = [{ field: '__createdAt', ascending: false }]
const NOTHING = {}

type FormPreviewProps = AppPartProps & { form: FormName; written: WrittenForm }

/** The form as people will see it, empty or with a real item; what is typed here goes nowhere. */
export function FormPreview(props: FormPreviewProps) {
  const t = useBuildTexts().app.forms
  const place = appIn(props.file)
  const published = usePublished(props)
  const items = useApi(
    'apps',
    'listItems',
    {
      params: place,
      input: { size: FEW, total: false, sortExpressions: NEWEST, fields: { __name: true } },
    },
    { enabled: published !== undefined },
  )
  const rows = (items.data?.result.result ?? []) as Item[]
  const [id, setId] = useState<string | null>(null)
  return (
    <Paper withBorder p="md" component="section" aria-label={t.preview}>
      <Text size="xs" c="var(--quiet)" mb="sm">
        {t.preview}
      </Text>
      {rows.length > 0 && (
        <Select
          size="xs"
          mb="sm"
          aria-label={t.previewItem}
          placeholder={t.previewItem}
          data={rows.map(({ __id, __name }) => ({ value: __id, label: String(__name ?? __id) }))}
          value={id}
          onChange={setId}
          clearable
          searchable
        />
      )}
      <WithItem {...props} id={id} published={published} />
    </Paper>
  )
}

type WithItemProps = FormPreviewProps & { id: string | null; published: App | undefined }

function WithItem(props: WithItemProps) {
  const asked = useItem({ ...appIn(props.file), id: props.id ?? '' }, props.id !== null)
  if (props.id === null) return <Shown {...props} values={NOTHING} />
  const values = asked.data?.item
  return values ? <Shown key={props.id} {...props} values={values} /> : null
}

function Shown(props: WithItemProps & { values: Record<string, unknown> }) {
  const { draft, file, form, written, published } = props
  const [typed, setTyped] = useState(props.values)
  const fields = [useNameField(), ...draftFields(props)].map((field) => realField(field, published))
  const nameTemplate = settingAt({ draft, file, at: ['nameTemplate'] })
  const layout = { fields: [], tabs: layoutOf(written) }
  const shown = useForm(
    { fields, forms: { [form]: layout }, params: { nameTemplate } },
    form,
    typed,
  )
  return (
    <FormTabs form={shown}>
      {({ fields: inside, columns }) =>
        form === 'view' ? (
          <FieldsView fields={inside} item={typed as Item} columns={columns} />
        ) : (
          <FieldsForm
            fields={inside}
            columns={columns}
            values={typed}
            errors={NOTHING}
            onChange={(code, value) => setTyped((all) => ({ ...all, [code]: value }))}
          />
        )
      }
    </FormTabs>
  )
}

/** A field that is published with the same type works as it does there. */
function realField(field: Field, published: App | undefined): Field {
  const same = published?.fields.find(
    ({ code, type }) => code === field.code && type === field.type,
  )
  if (same) return { ...same, required: field.required, view: field.view }
  return NEEDS_SERVER.includes(field.type) ? { ...field, type: 'STRING' } : field
}
