import { Tag } from '../../../components/tag.tsx'
import { useWorkspaces } from '../apps.ts'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import type { Webhook } from './webhook-form.tsx'

type State = 'active' | 'paused' | 'failing'
const stateOf = ({ pausedAt, failures, lastError }: Webhook): State => {
  if (pausedAt) return 'paused'
  return failures > 0 || lastError !== null ? 'failing' : 'active'
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTexts().admin.webhooks
  const state = stateOf(webhook)
  return <Tag state={state}>{t.states[state]}</Tag>
}

/** How much it is behind; of a long backlog only the beginning is counted, and the rest estimated. */
export function Waiting({ webhook: { pending, isPendingEstimated } }: { webhook: Webhook }) {
  const { number } = useUnits()
  return <>{`${isPendingEstimated ? '≈ ' : ''}${number(pending)}`}</>
}

/** What it hears of, in a line. */
export function EventTypes({ webhook }: { webhook: Webhook }) {
  const t = useTexts().admin
  const { nameOf } = useWorkspaces()
  const { types, apps, namespaces } = webhook
  const words = [
    types.map((type) => t.events[type] ?? type).join(', '),
    [...apps, ...namespaces].map(nameOf).join(', '),
  ].filter(Boolean)
  return <>{words.join(' · ') || t.anything}</>
}
