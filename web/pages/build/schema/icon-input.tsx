import { Input } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useId } from 'react'
import { ICONS } from '../../../frame/icons.ts'
import { NamedIcon } from '../../../frame/named-icon.tsx'
import { useBuildTexts } from '../texts.ts'
import classes from './icon-input.module.css'
import { errorAt, putSetting, type SettingProps, settingAt } from './setting.ts'

/** One of our icons; a name that we have no icon of stays until another is chosen. */
export function IconInput({ place, label }: SettingProps) {
  const t = useBuildTexts()
  const id = useId()
  const value = String(settingAt(place) ?? '')
  const names = ['', ...Object.keys(ICONS)]
  const shown = names.includes(value) ? names : [...names, value]
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={errorAt(place)}>
      <div role="radiogroup" aria-labelledby={id} className={classes.icons}>
        {shown.map((name) => {
          const title = name === '' ? t.schema.noIcon : (t.icons[name] ?? name)
          return (
            <label key={name} className={classes.icon} title={title}>
              <input
                type="radio"
                name={id}
                aria-label={title}
                checked={name === value}
                onChange={() => putSetting(place, name || undefined)}
              />
              <NamedIcon name={name} size={18} {...(name === '' && { otherwise: IconBan })} />
            </label>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
