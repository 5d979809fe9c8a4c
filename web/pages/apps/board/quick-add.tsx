import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { FieldsModal } from '../fields-modal.tsx'
import { hasFreeName, isOwn, type Values } from '../item/app.ts'
import { missingIn } from '../moves.ts'
import type { App } from '../table/fields.ts'

type QuickAddProps = {
  app: App
  title: string
  /** What is on a card is worth filling in. */
  card: Field[]
  /** What the status needs. */
  requires: string[]
  status: string | undefined
  /** What the column gives. */
  values: Values
  onClose: () => void
}

/** A new item with what it cannot do without; the rest is filled in later. */
export function QuickAdd({ app, title, card, requires, status, values, onClose }: QuickAddProps) {
  const t = useTexts()
  // What the form of the app asks for besides, the server says.
  const [wanted, setWanted] = useState<string[]>([])
  const { namespace, code } = app
  const create = useChange('apps', 'createItem', {
    changes: ['item'],
    onDone: onClose,
    onFail: (error) => {
      const found = missingIn(error, app.fields)?.map((field) => field.code) ?? []
      setWanted((known) => [...new Set([...known, ...found])])
    },
  })
  const all = askedFields(app, card, [...requires, ...wanted])
  return (
    <FieldsModal
      title={title}
      submit={t.frame.actions.create}
      fields={all.filter((field) => !(field.code in values))}
      change={create}
      onSubmit={(typed) =>
        create.mutate({
          params: { namespace, code },
          input: {
            context: { ...defaultsOf(app), ...values, ...typed },
            withEventForceCreate: true,
            byForm: true,
            ...(status !== undefined && { status }),
          },
        })
      }
      onClose={onClose}
    />
  )
}

/** The name, what is required, and what is on the cards. */
function askedFields(app: App, card: Field[], requires: string[]): Field[] {
  const isOnCard = ({ code }: Field) => card.some((each) => each.code === code)
  const name = app.fields.filter(({ code }) => code === '__name' && hasFreeName(app))
  const own = app.fields
    .filter((field) => isOwn(field) && !field.readonly && !field.calcByFormula)
    .map((field) => ({ ...field, required: field.required || requires.includes(field.code) }))
    .filter((field) => field.required || isOnCard(field))
  return [...name.map((field) => ({ ...field, required: true })), ...own]
}

const defaultsOf = ({ fields }: App): Values =>
  Object.fromEntries(
    fields
      .filter((field) => isOwn(field) && field.defaultValue !== null)
      .map(({ code, defaultValue }) => [code, defaultValue]),
  )
