// The page of a public form, and the one at which its sender follows what was sent. Everything that comes from
// the server is put there as text, never as HTML.

const TEXTS = {
  en: {
    send: 'Send',
    sending: 'Sending…',
    sent: 'Sent',
    thanks: 'Thank you. We have received it.',
    follow: 'See what becomes of it',
    keep: (until) =>
      `Keep this link: it works until ${until}, and nobody can send it to you again.`,
    none: 'There is no such form',
    noneText: 'It may have been switched off or moved.',
    gone: 'This link does not work',
    goneText: 'It has expired or was revoked.',
    fix: (count) => (count === 1 ? 'Please check one field.' : `Please check ${count} fields.`),
    failed: 'It could not be sent. Please try again in a moment.',
    tooMany: 'Too much has been sent from your address or today. Please try again later.',
    tooLarge: 'This is too much text.',
    needed: 'required',
    isNeeded: 'Please fill this in.',
    choose: 'Choose…',
    lastname: 'Last name',
    firstname: 'First name',
    middlename: 'Middle name',
    files: ({ endings, most, maxSize }) =>
      `Up to ${most}, each up to ${size(maxSize)}: ${endings.join(', ')}`,
    largeFile: (name) => `“${name}” is too large.`,
    manyFiles: (most) => `At most ${most} files.`,
    yes: 'Yes',
    no: 'No',
    status: 'Status',
    at: 'Sent',
    changed: 'Last changed',
  },
  ru: {
    send: 'Отправить',
    sending: 'Отправляем…',
    sent: 'Отправлено',
    thanks: 'Спасибо, мы всё получили.',
    follow: 'Следить за рассмотрением',
    keep: (until) =>
      `Сохраните эту ссылку: она действует до ${until}, и прислать её ещё раз никто не сможет.`,
    none: 'Такой формы нет',
    noneText: 'Возможно, её отключили или перенесли.',
    gone: 'Ссылка не работает',
    goneText: 'Срок её действия истёк, или её отозвали.',
    fix: () => 'Проверьте, пожалуйста, отмеченные поля.',
    failed: 'Не удалось отправить. Попробуйте, пожалуйста, чуть позже.',
    tooMany: 'С вашего адреса или за сегодня отправлено слишком много. Попробуйте позже.',
    tooLarge: 'Слишком много текста.',
    needed: 'обязательно',
    isNeeded: 'Заполните, пожалуйста, это поле.',
    choose: 'Выберите…',
    lastname: 'Фамилия',
    firstname: 'Имя',
    middlename: 'Отчество',
    files: ({ endings, most, maxSize }) =>
      `Не больше ${most}, каждый до ${size(maxSize)}: ${endings.join(', ')}`,
    largeFile: (name) => `Файл «${name}» слишком большой.`,
    manyFiles: (most) => `Не больше ${most}.`,
    yes: 'Да',
    no: 'Нет',
    status: 'Статус',
    at: 'Отправлено',
    changed: 'Последнее изменение',
  },
}

const language = document.documentElement.dataset.language === 'ru' ? 'ru' : 'en'
document.documentElement.lang = language
const t = TEXTS[language]
const main = document.getElementById('main')

const size = (bytes) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** 2)
const when = (moment) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(moment),
  )

/** An element with attributes and children; texts are texts. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

function show(...children) {
  main.replaceChildren(...children)
}

function say(title, ...rest) {
  const heading = make('h1', { tabindex: '-1' }, title)
  document.title = title
  show(heading, ...rest)
  heading.focus()
}

class Refused extends Error {
  constructor(status, details) {
    super(`refused: ${status}`)
    this.status = status
    this.details = details
  }
}

async function call(path, init = {}) {
  const response = await fetch(path, init)
  // A good answer that was cut off is none: it is asked for again, and creates nothing more.
  const body = await response.json().catch((error) => {
    if (response.ok) throw error
    return {}
  })
  if (!response.ok) throw new Refused(response.status, body.errors ?? body.details ?? [])
  return body
}

const post = (path, body) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Asks for a challenge and lets a worker solve it. */
async function prove(api, purpose) {
  const { challenge, id, bits } = await call(`${api}/challenge?for=${purpose}`)
  const worker = new Worker(document.body.dataset.worker)
  try {
    const answer = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = reject
      worker.postMessage({ id, bits })
    })
    return { challenge, answer }
  } finally {
    worker.terminate()
  }
}

// One function for each way of filling in a field: its control, and how its value is read.

const plain =
  (attributes, read = (input) => input.value.trim() || null) =>
  (field, ids) => {
    const input = make('input', {
      id: ids.control,
      maxlength: field.maxLength,
      ...attributes(field),
    })
    return { control: input, read: () => read(input) }
  }

const number = (step) =>
  plain(
    ({ min, max }) => ({ type: 'number', step, min, max, inputmode: 'decimal' }),
    (input) => (input.value === '' ? null : Number(input.value)),
  )

const INPUTS = {
  text: plain(() => ({ type: 'text' })),
  paragraph: (field, ids) => {
    const input = make('textarea', { id: ids.control, rows: '5', maxlength: field.maxLength })
    return { control: input, read: () => input.value.trim() || null }
  },
  whole: number('1'),
  number: number('any'),
  date: plain(() => ({ type: 'date' })),
  time: plain(() => ({ type: 'time' })),
  datetime: plain(
    () => ({ type: 'datetime-local' }),
    (input) => (input.value === '' ? null : new Date(input.value).toISOString()),
  ),
  email: plain(() => ({ type: 'email', autocomplete: 'email' })),
  phone: plain(() => ({ type: 'tel', autocomplete: 'tel' })),
  link: plain(() => ({ type: 'url' })),
  choice: ({ options }, ids) => {
    const input = make(
      'select',
      { id: ids.control },
      make('option', { value: '' }, t.choose),
      ...options.map(({ code, name }) => make('option', { value: code }, name)),
    )
    return { control: input, read: () => input.value || null }
  },
  choices: ({ options }) => {
    const boxes = options.map(({ code }) => make('input', { type: 'checkbox', value: code }))
    const lines = options.map(({ name }, at) => make('label', { class: 'choice' }, boxes[at], name))
    const read = () => boxes.filter((box) => box.checked).map((box) => box.value)
    return { group: lines, read: () => (read().length > 0 ? read() : null) }
  },
  yesno: (_, ids) => {
    const input = make('input', { id: ids.control, type: 'checkbox' })
    return { control: input, isBox: true, read: () => input.checked }
  },
  name: (_, ids) => {
    const parts = {
      lastname: 'family-name',
      firstname: 'given-name',
      middlename: 'additional-name',
    }
    const inputs = Object.entries(parts).map(([part, autocomplete]) => {
      const id = `${ids.control}-${part}`
      const input = make('input', { id, type: 'text', autocomplete, maxlength: '255' })
      return { part, input, line: [make('label', { for: id }, t[part]), input] }
    })
    const read = () =>
      Object.fromEntries(inputs.map(({ part, input }) => [part, input.value.trim()]))
    return {
      group: inputs.flatMap(({ line }) => line),
      read: () => (Object.values(read()).some((part) => part !== '') ? read() : null),
    }
  },
  files: (field, ids, files) => {
    const input = make('input', {
      id: ids.control,
      type: 'file',
      multiple: files.most > 1,
      accept: files.endings.join(','),
    })
    const sent = new Map()
    return {
      control: input,
      hint: t.files(files),
      problem: () => {
        if (input.files.length > files.most) return t.manyFiles(files.most)
        const large = [...input.files].find((file) => file.size > files.maxSize)
        return large && t.largeFile(large.name)
      },
      read: () => (input.files.length > 0 ? [...input.files] : null),
      /** Each file is sent once, also if the form has to be sent again. */
      send: async (api) => {
        for (const file of input.files) {
          if (sent.has(file)) continue
          const query = new URLSearchParams({
            ...(await prove(api, 'file')),
            field: field.code,
            name: file.name,
          })
          const answer = await call(`${api}/files?${query}`, { method: 'POST', body: file })
          sent.set(file, answer.file)
        }
        return [...input.files].map((file) => sent.get(file))
      },
    }
  },
}

function makeField(field, at, files) {
  const ids = { control: `f${at}`, hint: `h${at}`, wrong: `w${at}` }
  const { control, group, isBox, hint, read, problem, send } = INPUTS[field.input](
    field,
    ids,
    files,
  )
  const needed = field.required ? make('span', { class: 'needed' }, ` (${t.needed})`) : undefined
  const help = [field.help, hint].filter(Boolean).join(' ')
  const wrong = make('p', { id: ids.wrong, class: 'wrong', hidden: true })
  const below = [help ? make('p', { id: ids.hint, class: 'hint' }, help) : undefined, wrong]
  const described = [help && ids.hint, ids.wrong].filter(Boolean).join(' ')
  const label = make('label', { for: ids.control }, field.name, needed)
  if (isBox) label.prepend(control, ' ')
  const element = group
    ? make(
        'fieldset',
        { class: 'field' },
        make('legend', {}, field.name, needed),
        ...group,
        ...below,
      )
    : make('div', { class: 'field' }, label, isBox ? undefined : control, ...below)
  const marked = control ?? element
  marked.setAttribute('aria-describedby', described)
  if (field.required && control) control.setAttribute('aria-required', 'true')
  const tell = (message) => {
    wrong.textContent = message ?? ''
    wrong.hidden = !message
    if (message) marked.setAttribute('aria-invalid', 'true')
    else marked.removeAttribute('aria-invalid')
  }
  const first = control ?? element.querySelector('input')
  return { field, element, read, send, tell, check, focus: () => first.focus() }

  function check() {
    const value = read()
    const isMissing = field.required && (value === null || value === false)
    const invalid = control?.validationMessage
    return isMissing ? t.isNeeded : problem?.() || invalid || undefined
  }
}

/** Where a problem is told, the first one gets the focus. */
function tellProblems(fields, alert, problems) {
  for (const each of fields) each.tell(problems.get(each.field.code))
  const wrong = fields.filter(({ field }) => problems.has(field.code))
  alert.textContent = wrong.length > 0 ? t.fix(wrong.length) : t.failed
  if (wrong.length > 0) wrong[0].focus()
}

async function openForm(api) {
  const { form } = await call(api)
  document.title = form.name
  const fields = form.fields.map((field, at) => makeField(field, at, form.files))
  const alert = make('div', { role: 'alert' })
  const button = make('button', { type: 'submit' }, t.send)
  const element = make(
    'form',
    { novalidate: true },
    ...fields.map((each) => each.element),
    alert,
    button,
  )
  const text = form.text ? make('p', { class: 'prose' }, form.text) : undefined
  show(...[make('h1', {}, form.name), text, element].filter(Boolean))
  const kept = {}
  let isSending = false
  const busy = (is) => {
    isSending = is
    button.setAttribute('aria-disabled', String(is))
    button.textContent = is ? t.sending : t.send
  }
  element.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    alert.textContent = ''
    const found = fields
      .map((each) => [each.field.code, each.check()])
      .filter(([, problem]) => problem)
    for (const each of fields) each.tell(undefined)
    if (found.length > 0) return tellProblems(fields, alert, new Map(found))
    busy(true)
    try {
      thank(form, await send(api, fields, kept))
    } catch (error) {
      tellFailure(fields, alert, error)
    } finally {
      busy(false)
    }
  })
}

/** The answer may get lost on its way: the same is sent with the same challenge again, and creates nothing more. */
async function send(api, fields, kept) {
  const values = {}
  for (const each of fields) {
    values[each.field.code] = each.send ? await each.send(api) : each.read()
  }
  const text = JSON.stringify(values)
  if (kept.text !== text) Object.assign(kept, { solved: await prove(api, 'submit'), text })
  try {
    return await post(`${api}/submit`, { ...kept.solved, values })
  } catch (error) {
    if (error.status === 400 || error.status === 409) kept.text = undefined
    throw error
  }
}

function tellFailure(fields, alert, error) {
  if (error.status === 404) return say(t.none, make('p', {}, t.noneText))
  if (error.status === 429) alert.textContent = t.tooMany
  else if (error.status === 413) alert.textContent = t.tooLarge
  else {
    const details = error.details ?? []
    tellProblems(
      fields,
      alert,
      new Map(details.map(({ path, message }) => [path.split('.')[0], message])),
    )
  }
}

function thank({ thanks }, { secret, expiresAt }) {
  const text = make('p', { class: 'prose' }, thanks || t.thanks)
  if (!secret) return say(t.sent, text)
  const href = new URL(`/forms/follow#${secret}`, location.href).href
  // The policy lets no site show that page in a frame.
  const link = make('a', { href, target: '_blank', rel: 'noopener' }, t.follow)
  const address = make('p', { class: 'address' }, href)
  say(
    t.sent,
    text,
    make('p', {}, link),
    make('p', { class: 'hint' }, t.keep(when(expiresAt))),
    address,
  )
}

async function follow() {
  const secret = location.hash.slice(1)
  const found = await post('/manage/v1/form-submissions/follow', { secret })
  const lines = [
    ...(found.status === null ? [] : [[t.status, found.status]]),
    ...found.fields.map(({ name, value }) => [name, shown(value)]).filter(([, value]) => value),
    [t.at, when(found.at)],
    [t.changed, when(found.changedAt)],
  ]
  say(
    found.form,
    make(
      'dl',
      {},
      ...lines.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
    ),
  )
}

const shown = (value) => (value === true ? t.yes : value === false ? t.no : value)

const isFollowing = location.pathname.replace(/\/$/, '') === '/forms/follow'

async function begin() {
  try {
    if (isFollowing) await follow()
    else await openForm(`/manage/v1${location.pathname.replace(/\/$/, '')}`)
  } catch (error) {
    if (error.status !== 404) return say(document.title, make('p', { role: 'alert' }, t.failed))
    if (isFollowing) say(t.gone, make('p', {}, t.goneText))
    else say(t.none, make('p', {}, t.noneText))
  }
}

addEventListener('hashchange', () => void begin())
await begin()
