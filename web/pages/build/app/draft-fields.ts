import { useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { plainField } from '../../../fields/plain-field.ts'
import { useTexts } from '../../../texts/index.ts'
import type { FieldValue } from '../fields/new-field.ts'
import { settingAt } from '../schema/setting.ts'
import type { AppPartProps } from './part.ts'

type Props = Pick<AppPartProps, 'draft' | 'file'>

/** The fields of the app in the draft, as if it were published. */
export function draftFields({ draft, file }: Props): Field[] {
  const fields = (settingAt({ draft, file, at: ['fields'] }) ?? {}) as Record<string, FieldValue>
  return Object.entries(fields).map(([code, field]) => toField(code, field ?? {}))
}

/** A field of a draft as if it were published. */
export function toField(code: string, field: FieldValue): Field {
  const { type = 'STRING', name = code, required, tooltip, options = {}, columns, ...data } = field
  const [namespace, app] = String(field.app ?? '').split('/')
  const plain = plainField(type, name, {
    code,
    required: required === true,
    single: field.single !== false,
    array: type === 'CATEGORY' ? field.multiple === true : field.single === false,
    data: {
      ...data,
      ...(field.app !== undefined && { namespace, code: app }),
      ...(columns !== undefined && {
        fields: Object.entries(columns as Record<string, FieldValue>).map(([column, each]) =>
          toField(column, each),
        ),
      }),
      enumItems: Object.entries(options as Record<string, string>).map(([option, text]) => ({
        code: option,
        name: text,
      })),
    },
  })
  return { ...plain, view: { name, tooltip: typeof tooltip === 'string' ? tooltip : '' } }
}

/** The name of an item, as a field. */
export function useNameField(): Field {
  const t = useTexts().apps.system
  return { ...plainField('STRING', t.__name), code: '__name' }
}

/** The app as it is published; undefined before its first time. */
export function usePublished({ draft, file }: Props) {
  const state = draft.info?.files.find(({ path }) => path === file)?.state
  const enabled = state !== undefined && state !== 'added'
  const asked = useApi('scheme', 'getApp', { params: appIn(file) }, { enabled, fresh: 60_000 })
  return asked.data?.application
}

/** `workspaces/crm/apps/orders.yaml` is crm/orders. */
export function appIn(file: string): { namespace: string; code: string } {
  const [, namespace = '', , name = ''] = file.split('/')
  return { namespace, code: name.replace(/\.yaml$/, '') }
}
