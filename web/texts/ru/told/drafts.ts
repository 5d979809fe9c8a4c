/** Why an edit of a draft, or its publication, is refused. */
export const drafts: Record<string, string> = {
  'edits.{n}: {why:say}': '{why}',
  'there is no {at} in the file': 'в файле нет {at}',
  'a path is required: the whole file can only be set':
    'нужно указать место: файл целиком можно только заменить',
  '{at} is not a list': '{at} — не список',
  '{at} is already in the file': '{at} уже есть в файле',
  'there is no place {n} to move to': 'места {n}, куда переместить, нет',
  'the file is not valid YAML, edit its text: {why}':
    'файл не читается как YAML, исправьте его текст: {why}',
  '{at} is an alias: edit the text': '{at} — ссылка на другое место файла: измените его текст',
  'this place of the file can only be edited as text':
    'это место файла меняется только в его тексте',
  '{at} cannot be edited here: edit the text of the file':
    '{at} здесь не изменить: измените текст файла',
  'so many edits of so large files take too long: send fewer, or write the files':
    'столько правок в таких больших файлах — слишком долго: вносите их частями или меняйте текст файлов',
  '{file} is larger than 512 KiB: apply it from a folder':
    '{file} больше 512 КиБ: примените его из папки',
  '{file} is not YAML: write the whole file': '{file} — не YAML: замените файл целиком',
  'expected either text or base64': 'нужен либо текст, либо base64',
  '{file} is already there': '{file} уже есть',
  '{kind:noun} not found: {id}': 'не найдено: {kind} {id}',
  'only its author changes a draft': 'черновик меняет только его автор',
  'only its author deletes a draft': 'черновик удаляет только его автор',
  'the draft was changed meanwhile: it is at {n}':
    'черновик тем временем изменился: сейчас это его состояние {n}',
  'you have {n} drafts, which is the most: delete one of them':
    'черновиков у вас уже {n}, больше нельзя: удалите один из них',
  'your drafts would change {n} MiB of files, expected at most {most}: publish or delete one of them':
    'ваши черновики изменили бы {n} МиБ файлов, а можно не больше {most}: опубликуйте или удалите один из них',
  'the solution "{s}" is already there': 'решение «{s}» уже есть',
  'the solution is larger than {n} MiB': 'решение больше {n} МиБ',
  'the solution has more than {n} files': 'в решении больше {n} файлов',
  'the solution "{s}" belongs to the system': 'решение «{s}» принадлежит системе',
  'the right "manage" is required, on the solution {s} or on all of its workspaces':
    'нужно право «manage» на решение {s} или на все его разделы',
  'only administrators may change {file}': '{file} меняют только администраторы',
  'only administrators may publish SQL: {file}': 'SQL публикуют только администраторы: {file}',
  '{file} names a file that only administrators see':
    '{file} называет файл, который видят только администраторы',
  'the field "{f}" is hidden from you: only administrators may change who sees it, take it out or bring it back ({file})':
    'поле «{f}» от вас скрыто: менять, кому оно видно, убирать и возвращать его могут только администраторы ({file})',
  'publishing would also change people or members: an administrator must do it':
    'публикация изменила бы и людей или состав групп: это делает администратор',
  '{file} was a part of the solution "{s}": an administrator must bring it back':
    '{file} раньше был частью решения «{s}»: вернуть его может администратор',
  'the {kind:noun} {path} cannot be read: mend it first':
    'не читается: {kind} {path}; сначала исправьте',
  'the removed field "{f}" still has values: choose another code':
    'у удалённого поля «{f}» ещё есть значения: выберите другой код',
  'a {kind:noun} has no code of its own': 'своего кода здесь нет: {kind}',
  'the {kind:noun} {path} is published, and its code is its address for data, links and programs: change its name instead':
    'уже опубликовано: {kind} {path}; по коду его находят данные, ссылки и программы, поэтому измените название',
  '"{code}" is published, and others call it so: change its name instead':
    '«{code}» опубликован, и другие обращаются к нему по коду: измените название',
  'the code "{code}" is taken': 'код «{code}» уже занят',
  'the draft changes nothing': 'черновик ничего не меняет',
  'the draft has no changes': 'в черновике нет изменений',
  'version {n} of the solution was published meanwhile: rebase the draft':
    'тем временем опубликована версия {n} этого решения: перенесите черновик на неё',
  'version {n} was published meanwhile: look at its conflicts':
    'тем временем опубликована версия {n}: посмотрите, что с ней расходится',
  'the solution "{s}" comes from git only: change its files there and push them':
    'решение «{s}» приходит только из git: измените файлы там и отправьте их',
  'the code in solution.yaml must stay "{s}"': 'код в solution.yaml должен остаться «{s}»',
  'a value is too long for an index: {why}': 'значение слишком длинное для индекса: {why}',
  'an app has more fields than a table can have columns':
    'полей в приложении больше, чем столбцов помещается в таблицу',
}
