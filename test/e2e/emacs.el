;; What Emacs gets from the server through its own client, eglot, set up as README.md says. Prints one JSON object a line.
;; LOOPLENS_SETUP: a file with the set-up; LOOPLENS_FILE: a C file with a loop on line 12 and a failing assertion on line 18.
(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)

(defun say (what value)
  (princ (concat (json-encode `((what . ,what) (value . ,value))) "\n")))

(defun wait-for (test)
  "Waits until TEST gives something, and returns it; nil after 30 seconds."
  (let ((end (+ (float-time) 30)) found)
    (while (and (not (setq found (funcall test))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(defun told-of (diagnostic)
  `((line . ,(line-number-at-pos (flymake-diagnostic-beg diagnostic)))
    (text . ,(flymake-diagnostic-text diagnostic))
    (type . ,(format "%s" (flymake-diagnostic-type diagnostic)))))

(defun run ()
  (load (getenv "LOOPLENS_SETUP") nil t)
  (setq eglot-connect-timeout 60)
  (find-file (getenv "LOOPLENS_FILE"))
  (say "mode" (symbol-name major-mode))
  (apply #'eglot (eglot--guess-contact))
  (say "managed" (if (eglot-managed-p) t json-false))
  (flymake-start)
  (say "diagnostics" (vconcat (mapcar #'told-of (wait-for #'flymake-diagnostics))))

  (goto-char (point-min))
  (forward-line 11)
  (search-forward "while")
  (backward-char)
  (let (hover)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover text)))
    (say "hover" (substring-no-properties (or (wait-for (lambda () hover)) ""))))

  (goto-char (point-min))
  (forward-line 17)
  (search-forward "==")
  (replace-match "<= 1 +")
  (eglot--signal-textDocument/didChange)
  (say "fixed" (if (wait-for (lambda () (null (flymake-diagnostics)))) t json-false))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose))
  (say "stopped" (if (eglot-current-server) json-false t)))

(condition-case failure (run)
  (error (say "failure" (format "%S" failure))))
