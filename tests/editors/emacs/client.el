;;; client.el --- Emacs with eglot as a client of ragtui-lsp -*- lexical-binding: t -*-

;;; Commentary:

;; Run by test_eglot.py, one test at a time, in a vault that it has made.  The set-up is
;; that of docs/editors.md, which the variable EGLOT_TEST_INIT names.

;;; Code:

(require 'package)
(package-initialize)
(require 'ert)
(load (getenv "EGLOT_TEST_INIT") nil t)
(require 'eglot)
(require 'xref)

(defconst ragtui-patience 15 "Seconds after which something is taken to be missed.")

(setq eglot-sync-connect t)

(defun ragtui-until (fulfilled)
  "Wait until FULFILLED returns something, and return it."
  (with-timeout (ragtui-patience (error "It never came"))
    (let (found)
      (while (not (setq found (funcall fulfilled)))
        (accept-process-output nil 0.05))
      found)))

(defun ragtui-open (name)
  "Open the note NAME as a person does, and wait for the server."
  (find-file (expand-file-name name (getenv "EGLOT_TEST_VAULT")))
  (run-hooks 'post-command-hook) ; on which `eglot-ensure' waits
  (ragtui-until #'eglot-current-server))

(defun ragtui-go (words)
  "Put point on WORDS."
  (goto-char (point-min))
  (search-forward words)
  (goto-char (match-beginning 0)))

(defun ragtui-hover ()
  "What is told of the thing at point."
  (let (told)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq told text)))
    (substring-no-properties (ragtui-until (lambda () told)))))

(ert-deftest ragtui-server-starts ()
  (ragtui-open "plan.md")
  (should (eq major-mode 'markdown-mode))
  (should (equal (plist-get (eglot--server-info (eglot-current-server)) :name)
                 "ragtui-lsp")))

(ert-deftest ragtui-hover-tells-the-verdict ()
  (ragtui-open "review.md")
  (ragtui-go "Its *impeller*")
  (should (string-match-p "Verified" (ragtui-hover))))

(ert-deftest ragtui-hover-counts-in-utf-16 ()
  (ragtui-open "plan.md")
  (ragtui-go "[[hose]]")
  (should (string-match-p "between pump and tank" (ragtui-hover))))

(ert-deftest ragtui-definition-is-the-quoted-words ()
  (ragtui-open "review.md")
  (ragtui-go "Its *impeller*")
  (call-interactively #'xref-find-definitions)
  (should (equal (file-name-nondirectory buffer-file-name) "pump.md"))
  (should (looking-at-p "Its \\*impeller\\* is changed")))

(ert-deftest ragtui-notes-complete-links ()
  (ragtui-open "plan.md")
  (goto-char (point-max))
  (insert "\n\nSee [[hos")
  (completion-at-point)
  (should (equal (buffer-substring (line-beginning-position) (point-max))
                 "See [[hose]]")))

(ert-deftest ragtui-broken-links-are-marked ()
  (ragtui-open "broken.md")
  (let ((found (car (ragtui-until #'flymake-diagnostics))))
    (should (string-match-p "nowhere" (flymake-diagnostic-text found)))
    (should (equal (buffer-substring (flymake-diagnostic-beg found)
                                     (flymake-diagnostic-end found))
                   "nowhere at all"))))

(ert-deftest ragtui-commands-run ()
  (let* ((server (ragtui-open "plan.md"))
         (found (eglot-execute-command server 'ragtui.search
                                       (vector (list :query "rubber"))))
         (hit (aref (plist-get found :hits) 0)))
    (should (equal (plist-get hit :path) "hose.md"))))

;;; client.el ends here
