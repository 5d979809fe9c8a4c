import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { isShortcut } from '../../../shortcuts/register.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import { isEditable } from '../inline/editable.ts'
import type { Settled } from '../inline/value-editor.tsx'
import { type App, type Item, type ItemAddress, isWideView } from './app.ts'
import classes from './item.module.css'

const ValueEditor = lazy(async () => ({
  default: (await import('../inline/value-editor.tsx')).ValueEditor,
}))

/** Where values are changed right where they are read. */
type Editing = { app: App; address: ItemAddress }

type FieldsViewProps = {
  fields: Field[]
  item: Item
  columns?: number | undefined
  /** Absent = they are only read. */
  editing?: Editing | undefined
}

/** What an item says; whoever may change it does so with a double click, Enter or F2. */
export function FieldsView({ fields, item, columns, editing }: FieldsViewProps) {
  const nameOf = useFieldName()
  const frame = useRef<HTMLDListElement>(null)
  const [edited, edit] = useState<string>()
  const editable = editing
    ? fields.filter((field) => isEditable(editing.app, field)).map(({ code }) => code)
    : []
  const close = (code: string, to: Settled) => {
    const step = { stay: 0, next: 1, before: -1 }[to]
    const next = editable[editable.indexOf(code) + step]
    edit(step === 0 ? undefined : next)
    if (step === 0 || !next) requestAnimationFrame(() => focusOn(frame.current, code))
  }
  return (
    <dl className={classes.view} data-columns={columns} ref={frame}>
      {fields.map((field) => {
        const { code } = field
        const canEdit = editable.includes(code)
        return (
          <div key={code} data-wide={isWideView(field, item[code]) || undefined}>
            <dt title={field.view.tooltip || undefined}>{nameOf(field)}</dt>
            <dd {...(canEdit && { onDoubleClick: () => edit(code) })}>
              {editing && edited === code ? (
                <Suspense fallback={<FieldValue field={field} value={item[code]} />}>
                  <ValueEditor {...editing} code={code} onClose={(to) => close(code, to)} />
                </Suspense>
              ) : (
                <Value field={field} onEdit={canEdit ? () => edit(code) : undefined}>
                  <FieldValue field={field} value={item[code]} />
                </Value>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const focusOn = (frame: HTMLElement | null, code: string): void =>
  frame?.querySelector<HTMLElement>(`[data-edit="${code}"]`)?.focus()

type ValueProps = { field: Field; onEdit: (() => void) | undefined; children: ReactNode }

function Value({ field, onEdit, children }: ValueProps) {
  const t = useRecordTexts()
  const nameOf = useFieldName()
  if (!onEdit) return children
  const press = (event: KeyboardEvent) => {
    if (!isShortcut(event, 'value', 'edit')) return
    event.preventDefault()
    onEdit()
  }
  return (
    <div className={classes.value}>
      {children}
      <ActionIcon
        className={classes.edit}
        size="xs"
        variant="subtle"
        color="gray"
        data-edit={field.code}
        aria-label={t.inline.edit(nameOf(field))}
        onClick={onEdit}
        onKeyDown={press}
      >
        <IconPencil size={12} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
