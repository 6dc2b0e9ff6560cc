-- What an editor other than VS Code gets, over stdio, with nothing but its built-in client. Prints one JSON object a line.
-- LOOPLENS_SERVER: the server's bundle; LOOPLENS_FILE: a C file with a loop on line 12 and a failing assertion on line 18.
local function say(what, value)
  io.stdout:write(vim.json.encode({ what = what, value = value }) .. '\n')
end

local function run()
  vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('LOOPLENS_FILE')))
  vim.bo.filetype = 'c'
  local id = vim.lsp.start_client({ name = 'looplens', cmd = { 'node', os.getenv('LOOPLENS_SERVER'), '--stdio' }, root_dir = vim.fn.getcwd() })
  assert(id, 'the client did not start')
  vim.lsp.buf_attach_client(0, id)
  say('initialized', vim.wait(20000, function() return vim.lsp.get_client_by_id(id).initialized == true end, 20))

  local document = vim.lsp.util.make_text_document_params()
  local function request(method, params)
    params.textDocument = document
    for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 30000) or {}) do return answer.result end
  end

  say('hover', request('textDocument/hover', { position = { line = 11, character = 5 } }).contents.value)
  local lenses = request('textDocument/codeLens', {})
  say('lenses', vim.tbl_map(function(lens) return { line = lens.range.start.line + 1, title = lens.command.title } end, lenses))

  vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
  say('diagnostics', vim.tbl_map(function(d) return { line = d.lnum + 1, severity = d.severity, source = d.source, code = d.code, message = d.message } end, vim.diagnostic.get(0)))

  -- the built-in renderer of lenses
  vim.lsp.codelens.refresh()
  vim.wait(10000, function() return #vim.lsp.codelens.get(0) > 0 end, 20)
  say('shown', #vim.lsp.codelens.get(0))

  -- the lens' command, which the server carries out for editors that don't know it
  local shown
  vim.lsp.handlers['window/showMessage'] = function(_, result) shown = result.message end
  local detail = vim.lsp.buf_request_sync(0, 'workspace/executeCommand', lenses[1].command, 30000)
  for _, answer in pairs(detail or {}) do say('detail', answer.result) end
  vim.wait(5000, function() return shown ~= nil end, 20)
  say('message', shown)

  vim.api.nvim_buf_set_lines(0, 17, 18, false, { '    assert(taken <= items + 1);' })
  say('fixed', vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20))
  vim.lsp.stop_client(id)
  say('stopped', vim.wait(5000, function() return vim.lsp.client_is_stopped(id) end, 20))
end

local ok, failure = pcall(run)
if not ok then say('failure', tostring(failure)) end
vim.cmd('qa!')
