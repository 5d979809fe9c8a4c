import { Tag } from '../../components/tag.tsx'
import { useTexts } from '../../texts/index.ts'

export type InstanceState = 'running' | 'ended' | 'interrupted' | 'incident'

export const STATES: readonly InstanceState[] = ['running', 'incident', 'ended', 'interrupted']

const HUES: Record<InstanceState, string> = {
  running: 'blue',
  ended: 'teal',
  interrupted: 'gray',
  incident: 'red',
}

export function StateTag({ state }: { state: InstanceState }) {
  return <Tag hue={HUES[state]}>{useTexts().processes.states[state]}</Tag>
}
