import { Alert, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBuildTexts } from '../../texts.ts'
import { SettingControl, type Surroundings } from '../controls/control.tsx'
import type { Known } from '../known.ts'
import type { Modeler } from '../modeler/modeler.ts'
import type { Shape } from '../modeler/services.ts'
import type { ElementProblem } from '../problems.ts'
import { isActivity, kindOf } from '../settings/kind.ts'
import { labelOf } from '../settings/label.ts'
import { definitionsOf, elementsIn, type Moddle, many } from '../settings/moddle.ts'
import { read, type Value, write } from '../settings/place.ts'
import type { Group, Setting } from '../settings/setting.ts'
import { isRequired } from '../settings/steps.ts'
import { settingsOf } from '../settings/table.ts'
import classes from './panel.module.css'

type PanelProps = {
  modeler: Modeler
  shape: Shape
  known: Known
  problems: readonly ElementProblem[]
  /** What stands below the settings. */
  children?: ReactNode
}

/** Every setting of the selected element. */
export function SettingsPanel({ modeler, shape, known, problems, children }: PanelProps) {
  const t = useBuildTexts().processes
  const element = shape.businessObject
  const kind = kindOf(element)
  const groups = Map.groupBy(settingsOf(kind), ({ group }) => group)
  const around = surroundingsOf(shape, known)
  const own = problems.filter((each) => each.element === shape.id)
  const change = ({ place }: Setting, value: Value) => {
    const isSame = JSON.stringify(read(element, place)) === JSON.stringify(value)
    if (!isSame) write(modeler.penFor(shape), element, place, value)
  }
  return (
    <Stack gap="md">
      {own.map(({ message, severity }) => (
        <Alert
          key={message}
          p="xs"
          color={severity === 'error' ? 'red' : 'yellow'}
          variant="light"
          role="note"
        >
          <Text size="xs">{message}</Text>
        </Alert>
      ))}
      {[...groups].map(([group, settings]) => (
        <section key={group} aria-label={t.groups[group as Group]} className={classes.group}>
          <Title order={3} className={classes.groupTitle}>
            {t.groups[group as Group]}
          </Title>
          <Stack gap="xs">
            {settings.map((setting) => (
              <SettingControl
                key={`${setting.name} ${setting.place.name}`}
                setting={setting}
                isRequired={isRequired(kind, setting)}
                value={read(element, setting.place)}
                known={around}
                onChange={(value) => change(setting, value)}
              />
            ))}
          </Stack>
        </section>
      ))}
      {children}
    </Stack>
  )
}

function surroundingsOf({ businessObject }: Shape, known: Known): Surroundings {
  const exits = many(businessObject, 'outgoing')
  const definitions = definitionsOf(businessObject)
  const roots = many(definitions, 'rootElements')
  const activities = definitions
    ? elementsIn(definitions).filter(({ $type }) => isActivity($type))
    : []
  return {
    ...known,
    exits: exits.map((flow: Moddle) => ({ value: flow.id ?? '', label: flow.name ?? '' })),
    activities: activities.map((each) => ({ value: each.id ?? '', label: labelOf(each) })),
    messages: roots
      .filter(({ $type }) => /^bpmn:(Message|Signal|Error|Escalation)$/.test($type))
      .map(({ name = '' }) => ({ value: name, label: name })),
  }
}
