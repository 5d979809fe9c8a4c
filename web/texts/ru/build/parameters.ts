import type { parameters as english } from '../../en/build/parameters.ts'

export const parameters: typeof english = {
  partsOfWorkspace: 'Части раздела',
  settings: 'Настройки',
  title: 'Параметры',
  ofModule:
    'Программы читают их как Namespace.params.data. Значения, кроме секретов, видны в журнале аудита.',
  ofWorkspace:
    'Процессы читают их как workspace.<код>, скрипты — как Namespace.params.data. Значения видны в журнале аудита — кроме секретов, которые читают только скрипты.',
  values: 'Значения',
  valuesHint: 'Действуют сразу, без публикации.',
  valuesChanged:
    'Параметры в том виде, в каком они опубликованы: изменений этого черновика в них нет. Значения действуют сразу, без публикации.',
  unpublished: 'Значения можно задать здесь после публикации. До неё их нет.',
  none: 'Параметров нет.',
  refused: 'Задавать значения может только тот, у кого есть право на управление.',
  parameter: 'Параметр',
  value: 'Значение',
  origin: 'Откуда',
  isSet: 'Задано',
  isDefault: 'По умолчанию',
  isMissing: 'Не задано',
  change: 'Изменить',
  changeOf: (name) => `Изменить «${name}»`,
  default: 'По умолчанию:',
  toDefault: 'Вернуть значение по умолчанию',
  remove: 'Удалить',
  secretHint: 'Хранится зашифрованным и больше не показывается. Его читают только скрипты.',
}
