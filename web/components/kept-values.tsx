import { type ReactNode, useState } from 'react'
import { DraftOffer } from './draft-offer.tsx'
import { useFormDraft } from './form-draft.ts'

type KeptValues<Values> = {
  values: Values
  set: (part: Partial<Values>) => void
  /** They were saved, or are not wanted. */
  forget: () => void
  /** Stands at the beginning of the form: what was typed here last time, offered back. */
  offer: ReactNode
}

/** The values of a form. What is typed is kept in this browser until it is saved or cancelled. */
export function useKeptValues<Values extends object>(
  /** Where it belongs, and what it is a draft of. */
  { place, name }: { place: string; name: string },
  initial: Values,
): KeptValues<Values> {
  const [first] = useState(initial)
  const [values, setValues] = useState(first)
  const isChanged = JSON.stringify(values) !== JSON.stringify(first)
  const draft = useFormDraft(place, isChanged ? values : undefined)
  const set = (part: Partial<Values>) => setValues((all) => ({ ...all, ...part }))
  return {
    values,
    set,
    forget: draft.forget,
    offer: <DraftOffer draft={draft} of={name} onTake={set} />,
  }
}
