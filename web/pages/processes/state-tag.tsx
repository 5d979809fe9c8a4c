import { Tag } from '../../components/tag.tsx'
import { useTexts } from '../../texts/index.ts'

export type InstanceState = 'running' | 'ended' | 'interrupted' | 'incident'

export const STATES: readonly InstanceState[] = ['running', 'incident', 'ended', 'interrupted']

/** Beside its state: nothing happens in it until it is resumed. */
export const SuspendedTag = () => <Tag state="suspended">{useTexts().processes.suspension.tag}</Tag>

export function StateTag({ state }: { state: InstanceState }) {
  return <Tag state={state}>{useTexts().processes.states[state]}</Tag>
}
